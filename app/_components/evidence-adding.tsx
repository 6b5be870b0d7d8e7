import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import type { EvidenceSet } from '@/lib/evidence'
import { AddToSet } from './add-to-set'
import { evidenceAddress } from './evidence-address'
import { PassageCard } from './passage-card'
import { problemOf, questionProblems } from './question-problem'
import { searchAddress } from './search-address'

const mostResults = 8

interface EvidenceAddingProps {
  readonly set: EvidenceSet
  /** What is searched for; empty before anything is. */
  readonly words: string
}

/** A search for passages that the set lacks, its results each with a button that adds it. */
export async function EvidenceAdding({ set, words }: EvidenceAddingProps) {
  const problem = words === '' ? null : problemOf(words)
  const found = words === '' || problem !== null ? null : await getRuntime().search(await currentIdentity(), { query: words, limit: mostResults })
  const results = found?.results ?? []
  const inSet = new Map(set.items.map((item) => [item.passage.id, item.evidenceId]))
  const leftOut = new Map(set.excluded.map((item) => [item.passage.id, item.evidenceId]))
  return (
    <section className="group" aria-labelledby="add">
      <h2 id="add">Add a passage</h2>
      <form className="choose" method="get" action={`${evidenceAddress(set.evidenceSetId, set.revision)}#add`}>
        <label>
          Words to find in the notes
          <input type="text" name="add" defaultValue={words} required maxLength={2_000} autoComplete="off" />
        </label>
        <button className="button" type="submit">Find passages to add</button>
      </form>
      {problem !== null && <p className="notice">{questionProblems[problem]}</p>}
      {found?.notes.map((note) => <p className="notice" key={note}>{note}</p>)}
      {found?.weak === true && results.length > 0 && <p className="measure">No passage matches this well. These are the nearest.</p>}
      {found !== null && results.length === 0 && <p className="measure">No passage matches this.</p>}
      {results.map((result) => {
        const [held, out] = [inSet.get(result.passage.id), leftOut.get(result.passage.id)]
        const standing = held !== undefined ? <p className="more">In the set as <a href={`#${held}`}>{held}</a></p> : out !== undefined ? <p className="more">Left out as <a href={`#${out}`}>{out}</a></p> : null
        return <PassageCard key={result.passage.id} item={result} note={result.why} trace={standing ?? <AddToSet set={set} result={result} query={words} />} />
      })}
      {results.length > 0 && <p className="more"><a href={searchAddress({ query: words }, set)}>Search with filters, and add from there</a></p>}
    </section>
  )
}
