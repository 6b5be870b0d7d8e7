import { z } from 'zod'
import { getRuntime } from '@/app/_server/runtime'

const formSchema = z.object({ token: z.string().min(1).max(200) })

/** Uses up a one-time link: to the first page with the session's cookie, or back to the sign-in page with the reason. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null)
  const parsed = formSchema.safeParse({ token: form?.get('token') })
  if (!parsed.success) return seeOther('/sign-in')
  const redemption = await getRuntime().sessions.redeem(parsed.data.token, request.headers)
  if (redemption.outcome !== 'signed-in') return seeOther(`/sign-in?outcome=${redemption.outcome}`)
  return seeOther('/', redemption.cookies)
}

/** The address stays relative: behind Next's own proxying, `request.url` need not name the host that the browser used. */
function seeOther(location: string, cookies: readonly string[] = []): Response {
  const response = new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
