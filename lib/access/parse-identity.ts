import { Fault } from '@/lib/foundation'
import { owner, stranger, type Identity } from './identity'

const scopePattern = /^[a-z][a-z0-9-]*$/

/**
 * Reads `owner`, `public` or `reader:<scope>,<scope>`; a reader always reads what is public as well. Throws Fault
 * `bad-input` for anything else, and for a reader of `private`, which is the owner's alone.
 */
export function parseIdentity(text: string): Identity {
  const word = text.trim()
  if (word === 'owner') return owner
  if (word === 'public') return stranger
  if (!word.startsWith('reader:')) {
    throw new Fault('bad-input', `“${word}” is not an identity. Write owner, public, or reader: with the scopes it may read, such as reader:team,clients.`)
  }
  const scopes = word.slice('reader:'.length).split(',').map((scope) => scope.trim())
  for (const scope of scopes) {
    if (!scopePattern.test(scope)) throw new Fault('bad-input', `“${scope}” is not a scope. A scope is a word of small letters, digits and hyphens, such as team.`)
    if (scope === 'private') throw new Fault('bad-input', 'No reader may read what is private. Only the owner does: write owner.')
  }
  const distinct = [...new Set(scopes)].sort()
  return { name: `reader:${distinct.join(',')}`, scopes: [...new Set(['public', ...distinct])] }
}
