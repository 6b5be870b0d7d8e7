/** Whether a passage holds the properties at the head of a note, each a fact of that note alone: a note has no other records. */
export function holdsProperties(contentType: string, sourcePath: string): boolean {
  return contentType === 'record' && !/\.(?:ya?ml|json)$/i.test(sourcePath)
}
