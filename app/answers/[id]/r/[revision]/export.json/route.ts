import { exportResponse } from '@/app/_server/export-response'

interface Context {
  readonly params: Promise<{ readonly id: string; readonly revision: string }>
}

/** The revision as one JSON document. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id, revision } = await params
  return exportResponse(id, revision, 'json', ({ json }) => `${JSON.stringify(json, null, 2)}\n`)
}
