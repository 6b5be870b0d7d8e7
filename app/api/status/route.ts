import { respond } from '@/app/_server/respond'

export const dynamic = 'force-dynamic'

export function GET(): Promise<Response> {
  return respond((runtime, identity) => runtime.status(identity))
}
