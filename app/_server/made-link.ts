import { cookies } from 'next/headers'
import type { AnswerRecord } from '@/lib/answers'

const name = 'k81r-made-link'

/**
 * Tells the next page, and no other, the token that only this once is known: in a cookie, because an address stays in
 * histories and logs.
 */
export function madeLinkCookie({ answerId, revision }: Pick<AnswerRecord, 'answerId' | 'revision'>, token: string): string {
  return `${name}=${token}; Path=/answers/${answerId}/r/${revision}/share; Max-Age=300; HttpOnly; SameSite=Strict`
}

/** The token of the link that was made just now; null when none was. */
export async function readMadeLink(): Promise<string | null> {
  const value = (await cookies()).get(name)?.value ?? ''
  return /^[\w-]{43}$/.test(value) ? value : null
}
