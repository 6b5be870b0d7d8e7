import { readBody, respond } from '@/app/_server/respond'
import { parseSearchRequest } from '@/app/_server/search-parameters'
import { evidenceShape } from '@/lib/answers'

export function POST(request: Request): Promise<Response> {
  return respond(async (runtime, identity) => evidenceShape(await runtime.assembleEvidence(identity, parseSearchRequest(await readBody(request)))))
}
