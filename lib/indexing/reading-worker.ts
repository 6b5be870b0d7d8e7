import { parentPort } from 'node:worker_threads'
import { loadLanguages, type DocumentFile, type UnreadableFile } from '@/lib/documents'
import { readText, type ReadText } from './read-text'

/** The thread that parses and analyses, apart from whatever could not go on while a file keeps a parser busy. */
export interface ReadingRequest {
  readonly file: DocumentFile
  /** Why the file is to be read as plain paragraphs; null for its structure. */
  readonly plainBecause: string | null
}

export type ReadingReply = { readonly kind: 'ready' } | { readonly kind: 'read'; readonly result: ReadText | UnreadableFile }

const say = (reply: ReadingReply) => parentPort?.postMessage(reply)

// A worker's entry: unlike every other file it runs when it is loaded.
await loadLanguages()
parentPort?.on('message', ({ file, plainBecause }: ReadingRequest) => { say({ kind: 'read', result: readText(file, plainBecause) }) })
say({ kind: 'ready' })
