import { parseIdentity, type Identity } from '@/lib/access'
import { Fault, type Settings } from '@/lib/foundation'
import type { OpenedRuntime, Status } from '@/lib/runtime'
import { answerShape, evidenceShape, type AnswerRecord } from '@/lib/answers'
import type { EvidenceSet } from '@/lib/evidence'
import type { SearchRequest, SearchResponse } from '@/lib/retrieval'
import { openServerOrOwn } from './open-server-or-own'

export type AnswerShape = ReturnType<typeof answerShape>
export type EvidenceShape = ReturnType<typeof evidenceShape>

/** What commands ask for, from the running server or from a runtime opened for this command alone. */
export interface CommandSession {
  readonly settings: Settings
  /** Whether a server answers; otherwise the data folder is this process's own. */
  readonly remote: boolean
  search(request: SearchRequest): Promise<SearchResponse>
  evidence(request: SearchRequest): Promise<EvidenceShape>
  ask(request: SearchRequest): Promise<AnswerShape>
  status(): Promise<Status>
  /** Registers folders and starts reading; resolves at once. */
  index(folders: readonly string[]): Promise<void>
  signInLink(): Promise<string>
  close(): Promise<void>
}

/** Opens a session for one command, as `as` (an identity in words) where given. */
export async function openSession(command: string, as: string | null = null): Promise<CommandSession> {
  const identity = parseIdentity(as ?? 'owner')
  return openServerOrOwn<Omit<CommandSession, 'close'>>(command, as, {
    remote: (server, settings) => ({
      settings, remote: true,
      search: ({ query, mode, limit, filters, explain }) => server.request('GET', `/api/search?${searchAddress({ query, mode, limit, filters, explain })}`),
      evidence: (request) => server.request('POST', '/api/evidence', request),
      ask: (request) => server.request('POST', '/api/ask', request),
      status: () => server.request('GET', '/api/status'),
      index: (folders) => server.request('POST', '/api/index', { folders }),
      signInLink: async () => (await server.request<{ link: string }>('POST', '/api/sign-in-link')).link,
    }),
    own: (runtime) => ownSession(runtime, identity),
  })
}

function ownSession(runtime: OpenedRuntime, identity: Identity): Omit<CommandSession, 'close'> {
  return {
    settings: runtime.settings, remote: false,
    search: (request) => runtime.search(identity, request),
    evidence: async (request) => evidenceShape(await runtime.assembleEvidence(identity, request)),
    ask: async (request) => {
      const { answerId, revision } = await runtime.ask(identity, request)
      const end = await (await runtime.answer(identity, answerId, revision))?.end()
      if (end === undefined || !('claims' in end)) throw new Fault('internal', end?.message ?? 'The answer did not come to an end.')
      const record: AnswerRecord = end
      const set: EvidenceSet | null = await runtime.evidenceSet(identity, record.evidenceSetId, record.evidenceSetRevision)
      return answerShape(record, set)
    },
    status: () => runtime.status(identity),
    index: (folders) => runtime.index(folders),
    signInLink: () => { throw new Fault('bad-input', 'No server is running, so there is nothing to sign in to. Start it with: npm start') },
  }
}

interface AddressParts { readonly query: string; readonly mode: SearchRequest['mode'] | undefined; readonly limit: number | undefined; readonly filters: SearchRequest['filters'] | undefined; readonly explain: boolean | undefined }

function searchAddress({ query, mode, limit, filters, explain }: AddressParts): string {
  const parameters = new URLSearchParams({ q: query })
  if (mode !== undefined) parameters.set('mode', mode)
  if (limit !== undefined) parameters.set('limit', String(limit))
  for (const name of ['project', 'kind', 'status', 'year'] as const) for (const value of filters?.[name] ?? []) parameters.append(name, String(value))
  if (filters?.history !== undefined) parameters.set('history', String(filters.history))
  if (filters?.asOf !== undefined) parameters.set('as-of', filters.asOf)
  if (explain === true) parameters.set('explain', '1')
  return parameters.toString()
}
