import { getRuntime } from '@/app/_server/runtime'

/** Ends this browser's session and returns to the sign-in page. */
export async function POST(request: Request): Promise<Response> {
  const cookies = await getRuntime().sessions.signOut(request.headers)
  const response = new Response(null, { status: 303, headers: { location: '/sign-in', 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
