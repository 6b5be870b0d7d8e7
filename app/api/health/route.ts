import { getRuntime } from '@/app/_server/runtime'

export const dynamic = 'force-dynamic'

/** For probes: 200 while this instance serves; says nothing about what it holds. */
export function GET(): Response {
  getRuntime()
  return Response.json({ ok: true })
}
