import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { owner, type Identity } from './identity'
import { parseIdentity } from './parse-identity'

/** A fresh random token of 32 bytes for the programs of this machine's user, as URL-safe text. */
export function createLocalToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The token of an `Authorization: Bearer …` header; null for no header and for any other scheme. */
export function bearerToken(authorizationHeader: string | null): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorizationHeader ?? '')?.[1] ?? null
}

/**
 * Who a local program is: with the right bearer token the owner, or whom `asHeader` names (see `parseIdentity`); null
 * without a token or with a wrong one. Throws Fault `bad-input` when the token is right and the name is not.
 */
export function identifyProgram(authorizationHeader: string | null, localToken: string, asHeader: string | null): Identity | null {
  const token = bearerToken(authorizationHeader)
  if (token === null || !sameSecret(token, localToken)) return null
  return asHeader === null ? owner : parseIdentity(asHeader)
}

function sameSecret(left: string, right: string): boolean {
  // Digests have one length, so the comparison says nothing about either secret's.
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(sha256(left), sha256(right))
}
