import type { Slice, Slices } from '@/lib/runtime'
import { Table } from './table'

const cuts: readonly { readonly cut: keyof Slices; readonly label: string; readonly noName: string }[] = [
  { cut: 'project', label: 'Project', noName: 'none' }, { cut: 'kind', label: 'Kind', noName: 'none' },
  { cut: 'scope', label: 'Readable by', noName: 'none' }, { cut: 'time', label: 'Time', noName: 'none' },
]

/** How much of the index is what, each cut adding up to the whole. */
export function SliceTable({ slices }: { readonly slices: Slices }) {
  if (slices.time.length === 0) return null
  return (
    <Table title="What the index holds" head={['Cut by', 'Slice', 'Passages', 'Bytes', 'Tokens, about']}>
      {cuts.flatMap(({ cut, label, noName }) => slices[cut].map((slice: Slice, at) => (
        <tr key={`${cut} ${slice.name ?? ''}`}>
          <td>{at === 0 ? label : ''}</td>
          <td>{slice.name ?? noName}</td>
          <td>{slice.passages.toLocaleString('en')}</td>
          <td>{slice.bytes.toLocaleString('en')}</td>
          <td>{slice.tokens.toLocaleString('en')}</td>
        </tr>
      )))}
    </Table>
  )
}
