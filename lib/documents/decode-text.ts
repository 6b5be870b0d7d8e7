import type { UnreadableFile } from './document'

/** A page of notes is kilobytes; what is larger is data that search would drown in. */
export const maxFileBytes = 8 * 1024 * 1024

/** The text of a UTF-8 file without byte-order marks at its head and with its line ends kept, or why it cannot be text. */
export function decodeText(bytes: Uint8Array): { readonly text: string } | UnreadableFile {
  if (bytes.length > maxFileBytes) {
    return { reason: `The file has ${(bytes.length / 1024 / 1024).toFixed(1)} MB, more than the limit of ${maxFileBytes / 1024 / 1024} MB.` }
  }
  const nulAt = bytes.indexOf(0)
  if (nulAt >= 0) return { reason: `The file holds a NUL byte at offset ${nulAt}, so it is not text.` }
  try {
    // Some editors write a second mark, and whoever reads a text back from a database may take a first character for one.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF+/, '') }
  } catch {
    return { reason: 'The file is not valid UTF-8.' }
  }
}
