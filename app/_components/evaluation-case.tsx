import { measureWords, type CaseResult } from '@/lib/evaluation'
import { AuthoredLine } from './authored-line'
import { nowhere } from './link-address'
import { refusalWords } from './words'

/** What a case asks, and of whom. */
export function CaseHead({ result: { id, category, as, asOf, question, trap } }: { readonly result: CaseResult }) {
  return (
    <>
      <p className="over">{id}, {category}{as !== 'owner' && `, asked as ${as}`}{asOf !== null && `, as of ${asOf}`}</p>
      <h3>{question}</h3>
      {trap !== null && <p className="why">The trap: {trap}</p>}
    </>
  )
}

/** How a case ended in one run: its outcome, the claims that were shown, and what was wrong. */
export function CaseEnd({ result }: { readonly result: CaseResult }) {
  return (
    <>
      <p className="why">{endWords(result)}</p>
      {result.claims.length > 0 && <ul>{result.claims.map((text, at) => <li key={at} className="statement"><AuthoredLine text={text} addressOf={nowhere} /></li>)}</ul>}
      {result.findings.length === 0 ? <p className="why">Nothing failed.</p> : <ul>{result.findings.map(({ stage, message }, at) => <li key={at}>{measureWords[stage]}: {message}</li>)}</ul>}
    </>
  )
}

/** A case with its question and what failed; the rest is folded away. */
export function FoldedCase({ result }: { readonly result: CaseResult }) {
  const failed = [...new Set(result.findings.map(({ stage }) => measureWords[stage]))].join(', ')
  return (
    <details className="case" id={result.id}>
      <summary>{result.question} <span className="why">{result.id}, {result.category}; failed: {failed}</span></summary>
      <article><CaseHead result={result} /><CaseEnd result={result} /></article>
    </details>
  )
}

function endWords({ outcome, refusalReason, fault, expected, acceptable }: CaseResult): string {
  if (outcome === null) return `Not asked: ${fault ?? 'it could not be.'}`
  const right = [expected, ...acceptable]
  return `Ended as ${outcome}${right.includes(outcome) ? '' : `, right would be ${right.join(' or ')}`}.${refusalReason === null ? '' : ` ${refusalWords[refusalReason]}.`}`
}
