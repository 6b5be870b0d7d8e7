import { evidenceAddress } from '@/app/_components/evidence-address'
import { answerForm, postedFields, seeOther, seeProblem } from '@/app/_components/problems'
import { parseRevision } from '@/app/_components/revision-number'
import type { FieldReader } from '@/app/_components/search-address'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import type { EvidenceChange } from '@/lib/evidence'
import { evidenceSetIdSchema, passageIdSchema } from '@/lib/foundation'

/** Makes one change of an evidence set's revision and leads to the new one, or back to the old one with why not. */
export async function POST(request: Request): Promise<Response> {
  const read = await postedFields(request)
  return answerForm(async () => {
    const id = evidenceSetIdSchema.safeParse(read('evidenceSetId')[0])
    const revision = parseRevision(read('revision')[0])
    const change = readChange(read)
    if (!id.success || revision === null || change === null) return seeProblem('gone')
    const changed = await getRuntime().evidence.change(await currentIdentity(), id.data, revision, change)
    if (changed === null) return seeProblem('gone')
    if (changed.kind === 'changed') return seeOther(`${evidenceAddress(id.data, changed.set.revision)}${change.kind === 'exclude' ? '#left-out' : ''}`)
    const words = change.kind === 'add' && change.query !== '' ? { add: change.query } : {}
    return seeOther(evidenceAddress(id.data, revision, { problem: changed.problem, ...words }))
  })
}

/** A change stores something, so a plain visit makes none. */
export function GET(): Response {
  return seeOther('/')
}

function readChange(read: FieldReader): EvidenceChange | null {
  const kind = read('change')[0]
  if (kind === 'add') {
    const passage = passageIdSchema.safeParse(read('passage')[0])
    return passage.success ? { kind, passageId: passage.data, query: (read('q')[0] ?? '').trim().slice(0, 2_000) } : null
  }
  const evidenceId = read('evidenceId')[0]
  if (evidenceId === undefined) return null
  if (kind === 'exclude') return { kind, evidenceId, reason: read('reason')[0] ?? '' }
  return kind === 'restore' || kind === 'pin' || kind === 'unpin' ? { kind, evidenceId } : null
}
