import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digest } from '@/lib/foundation'
import type { Embedder } from '@/lib/models'

/** Vectors kept between the runs of a benchmark, by digest of the text and version of the model. */
export interface VectorCache {
  /** The same embedder, which computes only what is not kept yet. */
  over(embedder: Embedder): Embedder
  save(): Promise<void>
}

/** Reads what `folder` keeps; a damaged or missing file is an empty cache. Vectors lie one after the other as 32-bit floats, their keys in a file of lines beside them. */
export async function openVectorCache(folder: string): Promise<VectorCache> {
  const keys = (await readFile(join(folder, 'keys.txt'), 'utf8').catch(() => '')).split('\n').filter((key) => key !== '')
  const bytes = await readFile(join(folder, 'vectors.bin')).catch(() => Buffer.alloc(0))
  const width = keys.length === 0 ? 0 : bytes.byteLength / keys.length
  const vectors = new Map<string, Float32Array>()
  if (width > 0 && width % 4 === 0) keys.forEach((key, at) => vectors.set(key, new Float32Array(bytes.buffer.slice(bytes.byteOffset + at * width, bytes.byteOffset + (at + 1) * width))))
  return {
    over: (embedder) => ({
      ...embedder,
      embed: async (texts, options) => {
        const keyOf = (text: string) => digest(`${embedder.model.id} ${embedder.model.version}\n${text}`)
        const missing = [...new Set(texts.filter((text) => !vectors.has(keyOf(text))))]
        const fresh = missing.length === 0 ? [] : await embedder.embed(missing, options)
        missing.forEach((text, at) => vectors.set(keyOf(text), fresh[at] ?? new Float32Array()))
        return texts.map((text) => vectors.get(keyOf(text)) ?? new Float32Array())
      },
    }),
    save: async () => {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'vectors.bin'), Buffer.concat([...vectors.values()].map((vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))))
      await writeFile(join(folder, 'keys.txt'), [...vectors.keys()].join('\n'))
    },
  }
}
