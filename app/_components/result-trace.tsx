import type { SearchTrace } from '@/lib/retrieval'
import { count } from './count'
import { lineWords } from './words'

type TracedResult = SearchTrace['results'][number]

const features: Readonly<Record<TracedResult['features'][number]['name'], string>> = {
  lexical: 'BM25, of the best', cosine: 'closeness in meaning', phrase: 'words side by side', proximity: 'words near each other', title: 'title or heading', named: 'named in the query', project: 'its project named', recency: 'year it is effective',
}
const placings: Readonly<Record<TracedResult['placedBy'], string>> = {
  score: 'placed by its score', named: 'placed first because the query names it', identifier: 'placed here because the query’s identifier stands in it', leader: 'keeps a place because it leads one of the arms',
}
const causes: Readonly<Record<SearchTrace['displaced'][number]['because'], string>> = {
  'near-duplicate': 'nearly the same text', 'document-limit': 'its document has its places already', leader: 'gave its place to an arm’s first',
}

function placeWords(rank: number | null): string {
  return rank === null ? 'not listed' : `place ${rank}`
}

interface ResultTraceProps {
  readonly traced: TracedResult
  readonly displaced: SearchTrace['displaced']
}

/** How one result came to its place, for the owner. */
export function ResultTrace({ traced, displaced }: ResultTraceProps) {
  const { lexical, vector, fusion, score, rankByScore, placedBy } = traced
  return (
    <details className="trace">
      <summary>By words {placeWords(lexical.rank)}, by meaning {placeWords(vector?.rank ?? null)}; score {score}, {placings[placedBy]}</summary>
      <div className="wide" tabIndex={0} role="group" aria-label={`Score of result ${traced.rank}`}>
        <table>
          <thead><tr><th scope="col">Feature</th><th scope="col">Value</th><th scope="col">Weight</th><th scope="col">Adds</th></tr></thead>
          <tbody>
            {traced.features.map(({ name, value, weight, contribution }) => (
              <tr key={name}><td>{features[name]}</td><td>{value.toFixed(3)}</td><td>{weight}</td><td>{contribution.toFixed(3)}</td></tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        BM25 {lexical.score}{vector !== null && `, cosine ${vector.cosine}`}. {fusion === null ? 'In neither list: the query names it.' : `Fusion put it at place ${fusion.rank} (${fusion.score}).`} By score alone it is number {rankByScore} of the candidates.
      </p>
      {displaced.length > 0 && (
        <>
          <p>Further down, or not shown, because of it:</p>
          <ul>
            {displaced.map((other) => (
              <li key={other.passage}>{other.title}, {other.sourcePath}, {lineWords(other.startLine, other.endLine)}: {causes[other.because]}; score {other.score}, number {other.rankByScore} by score</li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}

interface PlanTraceProps {
  readonly trace: SearchTrace
  readonly took: Readonly<Record<string, number>>
}

/** How a query was read and what the search went through, for the owner. */
export function PlanTrace({ trace: { query, plan }, took }: PlanTraceProps) {
  return (
    <details className="trace" open>
      <summary>How this order came about</summary>
      <div className="wide" tabIndex={0} role="group" aria-label="The query’s words">
        <table>
          <thead><tr><th scope="col">Word</th><th scope="col">Indexed as</th><th scope="col">Weight</th><th scope="col">Rarity (idf)</th><th scope="col">Passages</th></tr></thead>
          <tbody>
            {query.terms.map(({ word, lexeme, weight, idf, passages }) => (
              <tr key={lexeme}><td>{word}</td><td>{lexeme}</td><td>{weight}</td><td>{idf.toFixed(3)}</td><td>{passages.toLocaleString('en')}</td></tr>
            ))}
          </tbody>
        </table>
      </div>
      {query.phrases.length > 0 && <p>Required: {query.phrases.map((phrase) => `“${phrase}”`).join(', ')}</p>}
      {query.excluded.length > 0 && <p>Excluded: {query.excluded.map((phrase) => `“${phrase}”`).join(', ')}</p>}
      <p>
        Index {plan.generation}, {plan.mode}, read in {query.languages.join(', ')}. {count(plan.visible, 'passage')} in view, {plan.filtered.toLocaleString('en')} after filters, {plan.matched.toLocaleString('en')} with a word of the query; {count(plan.candidates, 'candidate')} read and reranked.
      </p>
      <p>
        Words: {count(plan.packed.passages, 'passage')} packed in {count(plan.packed.segments, 'segment')}, {plan.packed.tail.toLocaleString('en')} beside them. {plan.vectorScan === null ? 'Vectors: not asked.' : `Vectors: ${plan.vectorScan}; ${plan.vectorHits.toLocaleString('en')} listed.`}
      </p>
      <div className="wide" tabIndex={0} role="group" aria-label="Time by stage">
        <table>
          <thead><tr>{Object.keys(took).map((stage) => <th key={stage} scope="col">{stage}</th>)}</tr></thead>
          <tbody><tr>{Object.entries(took).map(([stage, ms]) => <td key={stage}>{ms} ms</td>)}</tr></tbody>
        </table>
      </div>
    </details>
  )
}
