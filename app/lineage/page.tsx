import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LineageChain } from '@/app/_components/lineage-chain'
import { Shell } from '@/app/_components/shell'
import { titleText } from '@/app/_components/title-text'
import { currentIdentity } from '@/app/_server/identity'
import { parseLineageTarget } from '@/app/_server/lineage-target'
import { getRuntime } from '@/app/_server/runtime'

export const metadata: Metadata = { title: 'Lineage' }

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export default async function Page({ searchParams }: PageProps) {
  const target = parseLineageTarget(await searchParams)
  const lineage = target === null ? null : await getRuntime().lineage(await currentIdentity(), target)
  if (lineage === null) notFound()
  return (
    <Shell>
      <p className="over">Lineage of {lineage.passage === null ? `revision ${lineage.revision.revision} of` : 'a passage of'}</p>
      <h1>{titleText(lineage.document.title)}</h1>
      <LineageChain lineage={lineage} />
    </Shell>
  )
}
