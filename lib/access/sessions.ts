import { AsyncLocalStorage } from 'node:async_hooks'
import { schema, type Database } from '@/lib/database'
import { Fault } from '@/lib/foundation'
import { owner, stranger, type Identity } from './identity'

/** What became of a one-time link: the cookies to set (whole `Set-Cookie` values), or why there are none. */
export type Redemption =
  | { readonly outcome: 'signed-in'; readonly cookies: readonly string[] }
  /** Used, expired, or never made: one answer for all three. */
  | { readonly outcome: 'spent' }
  | { readonly outcome: 'too-many-attempts' }

/** The browsers in which the owner is signed in. */
export interface Sessions {
  /** A new absolute link that signs one browser in, once, within a day. */
  signInLink(): Promise<string>
  /** Uses up a link's token. `headers` are the browser's, of which the user agent is recorded. */
  redeem(token: string, headers: Headers): Promise<Redemption>
  /** The owner for a valid session cookie, else a stranger. */
  identify(headers: Headers): Promise<Identity>
  /** Ends the session of these headers, if there is one, and returns the `Set-Cookie` values that clear it. */
  signOut(headers: Headers): Promise<readonly string[]>
}

interface SessionOptions {
  readonly database: Database
  /** Where the owner's browser reaches the server, such as http://127.0.0.1:3000. */
  readonly baseUrl: string
  /** What `readOrCreateSecret` returned. */
  readonly secret: string
}

/** The table wants an address, and better-auth a dot in it; `.localhost` is nobody's, and nothing is ever sent. */
const ownerEmail = 'owner@k81r.localhost'
const linkLifetimeSeconds = 24 * 60 * 60
const sessionLifetimeSeconds = 30 * 24 * 60 * 60
/** For all browsers together: no address header is believed on a server without a known proxy before it. */
const attemptsPerMinute = 20

/** Where `sendMagicLink` puts the token of the call it belongs to. */
const handOver = new AsyncLocalStorage<(token: string) => void>()

async function openAuth({ database, baseUrl, secret }: SessionOptions) {
  // Loaded at first use: every room imports this door for its identities, and the command line must start quickly.
  const [{ betterAuth }, { drizzleAdapter }, { magicLink }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/adapters/drizzle'),
    import('better-auth/plugins/magic-link'),
  ])
  const { user, session, account, verification } = schema
  return betterAuth({
    appName: 'K81R',
    baseURL: baseUrl,
    secret,
    database: drizzleAdapter(database, { provider: 'pg', schema: { user, session, account, verification } }),
    plugins: [
      magicLink({
        disableSignUp: true,
        expiresIn: linkLifetimeSeconds,
        storeToken: 'hashed',
        rateLimit: { window: 60, max: attemptsPerMinute },
        sendMagicLink: ({ token }) => handOver.getStore()?.(token),
      }),
    ],
    // A Server Component cannot renew a cookie, so a session has a fixed end.
    session: { expiresIn: sessionLifetimeSeconds, disableSessionRefresh: true },
    rateLimit: { enabled: true, storage: 'memory' },
    advanced: {
      // Cookies know no ports: two servers on one machine must not sign each other's browser out.
      cookiePrefix: `k81r-${new URL(baseUrl).port || 'web'}`,
      useSecureCookies: baseUrl.startsWith('https:'),
    },
    onAPIError: { throw: true },
    logger: { disabled: true }, // standard output belongs to the commands; what goes wrong is thrown
    telemetry: { enabled: false },
  })
}

type Auth = Awaited<ReturnType<typeof openAuth>>

async function ensureOwner(auth: Auth): Promise<void> {
  const { internalAdapter } = await auth.$context
  const exists = async () => (await internalAdapter.findUserByEmail(ownerEmail)) !== null
  if (await exists()) return
  try {
    await internalAdapter.createUser({ email: ownerEmail, emailVerified: true, name: 'Owner' }, { method: 'magic-link' })
  } catch (cause) {
    if (!(await exists())) throw cause // another process on the same database may have been first
  }
}

/** Only what better-auth needs of a request: no header that a client could use to pass for another address. */
function trustedPart(headers: Headers): Headers {
  const kept = new Headers()
  for (const name of ['cookie', 'user-agent']) {
    const value = headers.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept
}

/**
 * The owner's sessions over better-auth: nobody else can sign up, no email is sent, and none of the library's own
 * addresses is served. Opens nothing until first used; the owner's row is made with the first link.
 */
export function openSessions(options: SessionOptions): Sessions {
  let opened: Promise<Auth> | null = null
  const open = (): Promise<Auth> => (opened ??= openAuth(options))

  return {
    async signInLink() {
      const auth = await open()
      await ensureOwner(auth)
      let token = null as string | null // set in the callback, which the compiler does not follow
      await handOver.run((made) => { token = made }, () => auth.api.signInMagicLink({ body: { email: ownerEmail }, headers: new Headers() }))
      if (token === null) throw new Fault('internal', 'No sign-in link could be made. Start the server again.')
      const link = new URL('/sign-in', options.baseUrl)
      link.searchParams.set('token', token)
      return link.href
    },

    async redeem(token, headers) {
      const auth = await open()
      const address = new URL('/api/auth/magic-link/verify', options.baseUrl)
      address.searchParams.set('token', token)
      // The library's handler and not its `api`, because only the handler counts attempts.
      const response = await auth.handler(new Request(address, { headers: trustedPart(headers) }))
      if (response.status === 429) return { outcome: 'too-many-attempts' }
      return response.ok ? { outcome: 'signed-in', cookies: response.headers.getSetCookie() } : { outcome: 'spent' }
    },

    async identify(headers) {
      if (!headers.has('cookie')) return stranger
      const auth = await open()
      const session = await auth.api.getSession({ headers: trustedPart(headers) })
      return session?.user.email === ownerEmail ? owner : stranger
    },

    async signOut(headers) {
      const auth = await open()
      const result = await auth.api.signOut({ headers: trustedPart(headers), returnHeaders: true })
      return result.headers.getSetCookie()
    },
  }
}
