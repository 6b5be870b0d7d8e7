import { rmSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import type * as Onnx from 'onnxruntime-node'
import { z } from 'zod'
import { ensureGraphFile, type MiniLmPaths, readVocabulary, verifyWeights } from './minilm-files'
import { miniLmModel } from './minilm-model'

export interface MiniLmSession {
  /** Token ids with [CLS] and [SEP], at most 256; any string has some. */
  encode(text: string): readonly number[]
  /** One unit-length vector per token list, one after the other in one array. */
  run(batch: readonly (readonly number[])[]): Promise<Float32Array>
}

/** Loaded when a session is opened: the thread that only writes the graph has no use for it. */
type Runtime = typeof Onnx

const separator = 102
/** 64 characters a token fill 256 tokens with any prose, code or padded table, and bound the time spent on a very long text. */
const maxCharacters = 64 * miniLmModel.maxTokens

function openTokenizer(json: string): MiniLmSession['encode'] {
  const definition = z.record(z.string(), z.unknown()).parse(JSON.parse(json))
  const tokenizer = new Tokenizer(definition, { tokenizer_class: 'BertTokenizer' })
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, maxCharacters))
    return ids.length <= miniLmModel.maxTokens ? ids : [...ids.slice(0, miniLmModel.maxTokens - 1), separator]
  }
}

async function openGraph({ InferenceSession }: Runtime, dataDir: string, weightsPath: string, threads: number): Promise<Onnx.InferenceSession> {
  // Threads that spin while they wait gain a tenth on idle cores and lose half when indexing needs one of them (measured on two).
  const extra = { session: { intra_op: { allow_spinning: '0' } } }
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: 3, extra } as const
  const path = ensureGraphFile(dataDir, weightsPath)
  try {
    return await InferenceSession.create(path, options)
  } catch {
    // A damaged cache file is written once more; a runtime that cannot run at all fails again, and that failure is the one reported.
    rmSync(path, { force: true })
    return InferenceSession.create(ensureGraphFile(dataDir, weightsPath), options)
  }
}

/** Checks the files' sums and loads the model. Throws Fault `model-unavailable` or `data-folder-unusable`, or the runtime's own error. */
export async function openMiniLmSession(paths: MiniLmPaths, dataDir: string, threads: number): Promise<MiniLmSession> {
  verifyWeights(paths.weightsPath)
  const encode = openTokenizer(readVocabulary(paths.tokenizerPath))
  const runtime = await import('onnxruntime-node')
  const session = await openGraph(runtime, dataDir, paths.weightsPath, threads)
  return {
    encode,
    async run(batch) {
      const width = batch.reduce((longest, ids) => Math.max(longest, ids.length), 0)
      const ids = new Int32Array(batch.length * width)
      const mask = new Int32Array(batch.length * width)
      batch.forEach((tokens, row) => {
        ids.set(tokens, row * width)
        mask.fill(1, row * width, row * width + tokens.length)
      })
      const shape = [batch.length, width]
      const output = await session.run({ input_ids: new runtime.Tensor('int32', ids, shape), attention_mask: new runtime.Tensor('int32', mask, shape) })
      const vectors = output['vectors']?.data
      if (!(vectors instanceof Float32Array)) throw new Error('The embedding model returned no vectors.')
      return vectors
    },
  }
}
