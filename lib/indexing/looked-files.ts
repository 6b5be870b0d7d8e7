import type { SourceFile } from '@/lib/sources'

/**
 * What a process remembers of the files it has read: whose state the file system still gives as it was then is not read
 * again to see that it is the same. Git's index does the same.
 */
export class LookedFiles {
  readonly #looks = new Map<string, { readonly states: string; readonly digest: string }>()

  /** The digest over a file's versions as of its last reading, where nothing has touched it since; else null. */
  digestOf(sourceId: string, file: Pick<SourceFile, 'path' | 'versions'>): string | null {
    const look = this.#looks.get(keyOf(sourceId, file))
    return look !== undefined && look.states === statesOf(file) ? look.digest : null
  }

  /** Remembers what a file held. Its states are those of the listing, from before it was read: a later change shows. */
  remember(sourceId: string, file: Pick<SourceFile, 'path' | 'versions'>, digest: string): void {
    const states = statesOf(file)
    if (states === null) this.#looks.delete(keyOf(sourceId, file))
    else this.#looks.set(keyOf(sourceId, file), { states, digest })
  }
}

function keyOf(sourceId: string, { path }: Pick<SourceFile, 'path'>): string {
  return `${sourceId} ${path}`
}

function statesOf({ versions }: Pick<SourceFile, 'versions'>): string | null {
  const states = versions.map(({ state, inForceFrom }) => (state == null ? null : `${inForceFrom ?? 'now'} ${state}`))
  return states.includes(null) ? null : states.join('\n')
}
