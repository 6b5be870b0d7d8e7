import type { Metadata } from 'next'
import { Shell } from '@/app/_components/shell'

export const metadata: Metadata = { title: 'Nothing here' }

export default function NotFound() {
  return (
    <Shell>
      <h1>Nothing is at this address</h1>
      <p className="measure">It may never have been, or it may be gone. Search for it in the box above, or see the <a href="/answers">answers</a>.</p>
    </Shell>
  )
}
