import { answerIdSchema } from '@/lib/foundation'
import type { AnswerExport } from '@/lib/answers'
import { parseRevision } from '@/app/_components/revision-number'
import { currentIdentity } from './identity'
import { getRuntime } from './runtime'

/** One answer revision as a file to keep; what is not there, or not for this reader, is the same 404. */
export async function exportResponse(id: string, revision: string, ending: 'md' | 'json', write: (found: AnswerExport) => string): Promise<Response> {
  const [answerId, number] = [answerIdSchema.safeParse(id), parseRevision(revision)]
  const found = answerId.success && number !== null ? await getRuntime().records.export(await currentIdentity(), answerId.data, number) : null
  if (found === null) return new Response('There is nothing at this address.\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } })
  return new Response(write(found), {
    headers: {
      'content-type': ending === 'md' ? 'text/markdown; charset=utf-8' : 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${found.fileName}.${ending}"`, 'cache-control': 'no-store',
    },
  })
}
