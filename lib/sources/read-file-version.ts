import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { VersionBytes } from './source'

/** More than any limit on documents, and little enough to be held in memory while it is judged. */
export const maxVersionBytes = 64 * 1024 * 1024

/** Why a version of this size is not even read. */
export function tooLarge(byteLength: number): VersionBytes {
  return { kind: 'unreadable', reason: `The file has ${(byteLength / 1024 / 1024).toFixed(1)} MB, more than the ${maxVersionBytes / 1024 / 1024} MB that are read of one file.` }
}

/** Reads a regular file. What has become a link or a pipe since it was listed is not followed and not waited for. */
export async function readFileVersion(absolutePath: string): Promise<VersionBytes> {
  try {
    const file = await open(absolutePath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return { kind: 'unreadable', reason: 'Not a regular file.' }
      return stat.size > maxVersionBytes ? tooLarge(stat.size) : { kind: 'bytes', bytes: await file.readFile() }
    } finally {
      await file.close()
    }
  } catch {
    return { kind: 'unreadable', reason: 'The file cannot be read. Check its permissions.' }
  }
}
