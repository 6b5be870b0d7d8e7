import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { count } from '@/app/_components/count'
import { evidenceAddress } from '@/app/_components/evidence-address'
import { EvidenceDifferences } from '@/app/_components/evidence-differences'
import { CompareRevisions } from '@/app/_components/evidence-revisions'
import { parseRevision } from '@/app/_components/revision-number'
import { Shell } from '@/app/_components/shell'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { evidenceSetIdSchema } from '@/lib/foundation'
import type { ComparedEvidence } from '@/lib/runtime'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

/** Two revisions of a set; null when this reader has no such set, or an address names none. */
const load = cache(async (id: string, from: number | null, to: number | null): Promise<ComparedEvidence | null> => {
  const setId = evidenceSetIdSchema.safeParse(id)
  return setId.success && from !== null && to !== null ? getRuntime().evidence.compare(await currentIdentity(), setId.data, from, to) : null
})

async function loadPage({ params, searchParams }: PageProps): Promise<ComparedEvidence | null> {
  const [{ id }, { from, to }] = await Promise.all([params, searchParams])
  return load(id, parseRevision(from), parseRevision(to))
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const compared = await loadPage(props)
  return { title: compared === null ? 'Nothing here' : `Evidence: ${compared.to.question} (revisions ${compared.from.revision} and ${compared.to.revision})` }
}

export default async function Page(props: PageProps) {
  const compared = await loadPage(props)
  if (compared === null) notFound()
  const { from, to, comparison } = compared
  const history = await getRuntime().evidence.history(await currentIdentity(), to.evidenceSetId)
  return (
    <Shell query={to.question}>
      <p className="over">Two revisions of the evidence for</p>
      <h1>{to.question}</h1>
      <div className="meta">
        <span><a href={evidenceAddress(from.evidenceSetId, from.revision)}>Revision {from.revision}</a>: {from.cause}, {count(from.items.length, 'passage')}, {count(from.tokens, 'token')}</span>
        <span><a href={evidenceAddress(to.evidenceSetId, to.revision)}>Revision {to.revision}</a>: {to.cause}, {count(to.items.length, 'passage')}, {count(to.tokens, 'token')}</span>
      </div>
      <EvidenceDifferences comparison={comparison} />
      {history !== null && <CompareRevisions set={to} history={history} from={from.revision} to={to.revision} />}
    </Shell>
  )
}
