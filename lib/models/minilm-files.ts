import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, openSync, closeSync, fsyncSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, Fault } from '@/lib/foundation'
import { miniLmSums } from './minilm-model'
import { buildOnnxGraph, graphVersion } from './onnx-graph'
import { readSafetensors } from './safetensors'

const pieceBytes = 1 << 20

export interface MiniLmPaths {
  readonly weightsPath: string
  readonly tokenizerPath: string
}

type Part = 'weights' | 'vocabulary'

function unreadable(part: Part, path: string, cause: unknown): Fault {
  return new Fault('model-unavailable', `The embedding model's ${part} cannot be read from ${path}. Install the packages again.`, { cause })
}

function requireSum(part: Part, path: string, found: string, sum: string): void {
  if (found === sum) return
  throw new Fault('model-unavailable', `The embedding model's ${part} in ${path} is not the file this version was made for. Install the packages again.`)
}

function readVerified(path: string, part: Part, sum: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    throw unreadable(part, path, cause)
  }
  requireSum(part, path, digest(bytes), sum)
  return bytes
}

/** Checks the weights' SHA-256 sum piece by piece, for a whole one would stay in memory. Throws Fault `model-unavailable` naming the file. */
export function verifyWeights(path: string): void {
  const hash = createHash('sha256')
  try {
    const file = openSync(path, 'r')
    try {
      const piece = new Uint8Array(pieceBytes)
      for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read))
    } finally {
      closeSync(file)
    }
  } catch (cause) {
    throw unreadable('weights', path, cause)
  }
  requireSum('weights', path, hash.digest('hex'), miniLmSums.weights)
}

/** The vocabulary once its SHA-256 sum matches. Throws Fault `model-unavailable` naming the file that is missing or different. */
export function readVocabulary(path: string): string {
  return new TextDecoder().decode(readVerified(path, 'vocabulary', miniLmSums.tokenizer))
}

/** Where the graph of these weights is cached. */
export function graphPath(dataDir: string): string {
  return join(dataDir, 'models', `all-minilm-l6-v2-${miniLmSums.weights.slice(0, 16)}-graph-${graphVersion}.onnx`)
}

/**
 * The path of the cached ONNX file, written first when it is not there. It appears whole or not at all,
 * so two processes may do this at once. Throws Fault `data-folder-unusable` when it cannot be written, `model-unavailable`
 * when the weights are missing or different.
 */
export function ensureGraphFile(dataDir: string, weightsPath: string): string {
  const path = graphPath(dataDir)
  if (existsSync(path)) return path
  const graph = buildOnnxGraph(readSafetensors(readVerified(weightsPath, 'weights', miniLmSums.weights)))
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
