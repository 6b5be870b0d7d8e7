import { InvalidArgumentError, type Command } from 'commander'
import { parseIdentity } from '@/lib/access'
import type { AnswerExport } from '@/lib/answers'
import { answerIdSchema, Fault, findFault, type AnswerId } from '@/lib/foundation'
import { closing, openServerOrOwn } from './open-server-or-own'

interface ExportSession {
  /** Null: there is no such answer, or not for this identity. */
  read(answerId: AnswerId, revision: number | null): Promise<AnswerExport | null>
}

interface ExportOptions {
  readonly revision?: number
  readonly json?: true
  readonly as?: string
}

/** Registers `k81r export`: one answer revision as Markdown with footnotes, or as JSON. */
export function addExportCommand(k81r: Command): void {
  k81r.command('export').argument('<answer>', 'the id in the address of its page', answerId).description('print an answer as Markdown with footnotes, numbered as on its page')
    .option('--revision <number>', 'this revision; without it, the newest', revisionNumber).option('--json', 'print one JSON document')
    .option('--as <identity>', 'run with this identity’s scopes: owner, public, or reader:<scope>,<scope>')
    .action(async (id: AnswerId, options: ExportOptions) => {
      const found = await closing(openExport(options.as ?? null), (session) => session.read(id, options.revision ?? null))
      if (found === null) throw new Fault('bad-input', `There is no finished answer ${id}${options.revision === undefined ? '' : ` with a revision ${options.revision}`}. Its id stands in the address of its page.`)
      process.stdout.write(options.json === true ? `${JSON.stringify(found.json, null, 2)}\n` : found.markdown)
    })
}

function openExport(as: string | null): Promise<ExportSession & { close(): Promise<void> }> {
  const identity = parseIdentity(as ?? 'owner')
  return openServerOrOwn<ExportSession>('export', as, {
    remote: (server) => ({ read: (id, revision) => server.request<AnswerExport>('GET', `/api/answers/${id}/export${revision === null ? '' : `?revision=${revision}`}`).catch(nothing) }),
    own: (runtime) => ({ read: (id, revision) => runtime.records.export(identity, id, revision) }),
  })
}

/** The server's word for what is not there, which is none of our own faults' codes. */
function nothing(error: unknown): null {
  if (String(findFault(error)?.code) === 'not-found') return null
  throw error
}

function answerId(text: string): AnswerId {
  const parsed = answerIdSchema.safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError('The id of an answer is expected: ans_ and letters or digits.')
  return parsed.data
}

function revisionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A revision number from 1 is expected.')
  return Number(text)
}
