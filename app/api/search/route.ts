import { respond } from '@/app/_server/respond'
import { searchRequestFromAddress } from '@/app/_server/search-parameters'

export function GET(request: Request): Promise<Response> {
  return respond((runtime, identity) => runtime.search(identity, searchRequestFromAddress(new URL(request.url).searchParams)))
}
