import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { DocumentBacklinks } from '@/app/_components/document-backlinks'
import { DocumentLinks } from '@/app/_components/document-links'
import { DocumentMargin } from '@/app/_components/document-margin'
import { DocumentMeta } from '@/app/_components/document-meta'
import { DocumentNotices } from '@/app/_components/document-notices'
import { DocumentText } from '@/app/_components/document-text'
import type { MarkSpan } from '@/app/_components/mark-text'
import { parseRevision } from '@/app/_components/revision-number'
import { Shell } from '@/app/_components/shell'
import { titleText } from '@/app/_components/title-text'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import { documentIdSchema } from '@/lib/foundation'
import type { DocumentView } from '@/lib/runtime'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<Readonly<Record<'revision' | 'from' | 'to' | 'view', string | readonly string[] | undefined>>>
}

const loadDocument = cache(async (id: string, revision: string | readonly string[] | undefined): Promise<DocumentView | null> => {
  const documentId = documentIdSchema.safeParse(id)
  const number = parseRevision(revision)
  if (!documentId.success || (revision !== undefined && number === null)) return null
  return getRuntime().document(await currentIdentity(), documentId.data, number)
})

function parseSpan(from: unknown, to: unknown): MarkSpan | null {
  if (typeof from !== 'string' || typeof to !== 'string' || !/^\d{1,9}$/.test(from) || !/^\d{1,9}$/.test(to)) return null
  return Number(from) < Number(to) ? { startOffset: Number(from), endOffset: Number(to) } : null
}

export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  const view = await loadDocument((await params).id, (await searchParams).revision)
  return { title: view === null ? 'Nothing here' : titleText(view.title) }
}

export default async function Page({ params, searchParams }: PageProps) {
  const { revision, from, to, view: shown } = await searchParams
  const view = await loadDocument((await params).id, revision)
  if (view === null) notFound()
  return (
    <Shell>
      <h1>{titleText(view.title)}</h1>
      <DocumentMeta view={view} />
      <DocumentNotices view={view} />
      <div className="reading">
        <div>
          <article><DocumentText view={view} cited={parseSpan(from, to)} asStored={shown === 'source'} /></article>
          <DocumentBacklinks view={view} />
          <DocumentLinks view={view} />
        </div>
        <DocumentMargin view={view} />
      </div>
    </Shell>
  )
}
