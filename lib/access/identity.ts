/** Who asks. `scopes` are the reading scopes of documents this identity may see; the owner's word is `'all'`. */
export interface Identity {
  /** `owner`, `public`, or a named reader. */
  readonly name: string
  readonly scopes: readonly string[] | 'all'
}

export const owner: Identity = { name: 'owner', scopes: 'all' }
export const stranger: Identity = { name: 'public', scopes: ['public'] }

/** Whether this identity may read what has this scope: for one known row; lists filter in SQL. */
export function mayRead(identity: Identity, scope: string): boolean {
  return identity.scopes === 'all' || identity.scopes.includes(scope)
}

/** Names what an identity may see: two with one key see the same. */
export function scopesKey({ scopes }: Identity): string {
  return scopes === 'all' ? '*' : [...scopes].sort().join(',')
}

/** The stricter of two decisions: private over any named scope over public; two different named scopes meet in private. */
export function strictestScope(left: string, right: string): string {
  if (left === right) return left
  if (left === 'public') return right
  if (right === 'public') return left
  return 'private'
}
