import { parseRevision } from '@/app/_components/revision-number'
import { notFound, respond } from '@/app/_server/respond'
import type { EvidenceDifference } from '@/lib/evidence'
import { evidenceSetIdSchema } from '@/lib/foundation'

/** Two revisions of an evidence set, `from` and `to`: what is different, passage by passage. */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return respond(async (runtime, identity) => {
    const id = evidenceSetIdSchema.safeParse((await params).id)
    const read = (name: string) => parseRevision(new URL(request.url).searchParams.get(name) ?? undefined)
    const [from, to] = [read('from'), read('to')]
    const compared = id.success && from !== null && to !== null ? await runtime.evidence.compare(identity, id.data, from, to) : null
    if (compared === null) return notFound()
    const { kept, tokens, excluded, ...lists } = compared.comparison
    return {
      evidenceSetId: compared.to.evidenceSetId, from, to, kept, tokens,
      ...Object.fromEntries(Object.entries(lists).map(([kind, differences]) => [kind, differences.map(shape)])),
      excluded: excluded.map((difference) => ({ ...shape(difference), reason: difference.reason })),
    }
  })
}

function shape({ evidenceId, from, to, item: { documentId, revisionId, revision, title, sourcePath, headingPath, passage } }: EvidenceDifference) {
  return { evidenceId, from, to, documentId, revisionId, revision, title, sourcePath, headingPath, passage: { id: passage.id, text: passage.text, startLine: passage.startLine, endLine: passage.endLine } }
}
