import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Shell } from '@/app/_components/shell'
import { currentIdentity } from '@/app/_server/identity'

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } }

interface SignInPageProps {
  readonly searchParams: Promise<{ readonly token?: string | string[]; readonly outcome?: string | string[] }>
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { token, outcome } = await searchParams
  const identity = await currentIdentity()
  return (
    <Shell>
      <h1>Sign in</h1>
      {identity.name === 'owner' ? <SignedIn /> : typeof token === 'string' && token !== '' ? <OneTimeLink token={token} /> : <WhereTheLinkIs outcome={outcome} />}
    </Shell>
  )
}

function SignedIn() {
  return (
    <>
      <p>You are signed in on this browser as the owner.</p>
      <form className="actions" method="post" action="/sign-out">
        <a className="button main" href="/">Search your notes</a>
        <button className="button">Sign out</button>
      </form>
    </>
  )
}

/** A form and not a plain visit: a preview or a prefetch of the link must not use it up. */
function OneTimeLink({ token }: { readonly token: string }) {
  return (
    <>
      <p>This link signs one browser in as the owner, who sees every note.</p>
      <form className="actions" method="post" action="/sign-in/redeem">
        <input type="hidden" name="token" value={token} />
        <button className="button main">Sign in on this browser</button>
      </form>
    </>
  )
}

function WhereTheLinkIs({ outcome }: { readonly outcome: string | string[] | undefined }) {
  return (
    <>
      {outcome === 'spent' && <Notice>This link was already used or has expired; print a new one with <Command />.</Notice>}
      {outcome === 'too-many-attempts' && <Notice>There were too many attempts to sign in; wait a minute and open the link again.</Notice>}
      <p>The owner signs in with a link that works once. The terminal where K81R was started shows one; <Command /> prints another.</p>
      <p>Without signing in you see what is public.</p>
    </>
  )
}

function Notice({ children }: { readonly children: ReactNode }) {
  return <p className="notice" role="status">{children}</p>
}

function Command() {
  return <code>npm run -s k81r -- sign-in</code>
}
