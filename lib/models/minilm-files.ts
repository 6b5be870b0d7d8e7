import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, openSync, closeSync, fsyncSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, Fault } from '@/lib/foundation'
import { miniLmSums } from './minilm-model'
import { buildOnnxGraph, graphVersion } from './onnx-graph'
import { readSafetensors } from './safetensors'

export interface MiniLmPaths {
  readonly weightsPath: string
  readonly tokenizerPath: string
}

export interface MiniLmFiles {
  readonly weights: Uint8Array
  readonly tokenizer: string
}

function readVerified(path: string, what: string, sum: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    throw new Fault('model-unavailable', `The embedding model's ${what} cannot be read from ${path}. Install the packages again.`, { cause })
  }
  if (digest(bytes) !== sum) {
    throw new Fault('model-unavailable', `The embedding model's ${what} in ${path} is not the file this version was made for. Install the packages again.`)
  }
  return bytes
}

/** Both files once their SHA-256 sums match. Throws Fault `model-unavailable` naming the file that is missing or different. */
export function readMiniLmFiles(paths: MiniLmPaths): MiniLmFiles {
  return {
    weights: readVerified(paths.weightsPath, 'weights', miniLmSums.weights),
    tokenizer: new TextDecoder().decode(readVerified(paths.tokenizerPath, 'vocabulary', miniLmSums.tokenizer)),
  }
}

/** Where the graph of these weights is cached. */
export function graphPath(dataDir: string): string {
  return join(dataDir, 'models', `all-minilm-l6-v2-${miniLmSums.weights.slice(0, 16)}-graph-${graphVersion}.onnx`)
}

/**
 * The path of the cached ONNX file, written first when it is not there. It appears whole or not at all,
 * so two processes may do this at once. Throws Fault `data-folder-unusable` when it cannot be written.
 */
export function ensureGraphFile(dataDir: string, weights: Uint8Array): string {
  const path = graphPath(dataDir)
  if (existsSync(path)) return path
  const graph = buildOnnxGraph(readSafetensors(weights))
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`
  try {
    mkdirSync(join(dataDir, 'models'), { recursive: true })
    writeFileSync(temporary, graph)
    const file = openSync(temporary, 'r+')
    fsyncSync(file)
    closeSync(file)
    renameSync(temporary, path)
  } catch (cause) {
    rmSync(temporary, { force: true })
    const message = `The embedding model cannot be prepared in ${join(dataDir, 'models')}. Check that the folder is writable and has 70 MB free.`
    throw new Fault('data-folder-unusable', message, { cause })
  }
  return path
}
