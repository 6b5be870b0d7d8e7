import { feedbackIdSchema } from '@/app/_server/record-fields'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'

interface Context {
  readonly params: Promise<{ readonly id: string }>
}

/** Feedback as a draft of an evaluation case, to download: nothing writes it anywhere. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const [id, identity] = [feedbackIdSchema.safeParse((await params).id), await currentIdentity()]
  const draft = id.success && identity.scopes === 'all' ? await getRuntime().draftCase(identity, id.data) : null
  if (draft === null) return new Response('There is nothing at this address.\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } })
  return new Response(draft.yaml, { headers: { 'content-type': 'application/yaml; charset=utf-8', 'content-disposition': `attachment; filename="${draft.fileName}"`, 'cache-control': 'no-store' } })
}
