import { respond } from '@/app/_server/respond'

/** The corpus in bytes and tokens by slice, and what a question costs by each strategy. */
export function GET(): Promise<Response> {
  return respond(async (runtime, identity) => {
    const [measure, { slices }] = await Promise.all([runtime.evidence.measure(identity), runtime.status(identity)])
    return { ...measure, slices }
  })
}
