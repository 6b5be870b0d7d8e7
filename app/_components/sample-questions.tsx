import { searchAddress } from './search-address'

const questions: readonly string[] = [
  'Which retry policy does Z29C use when an adapter has no idempotency and no status lookup?',
  'When is a segment of receipts sealed?',
  'Why did K81R stop averaging scores?',
]

/** Questions to begin with, while the notes are the samples. */
export function SampleQuestions() {
  return (
    <section>
      <h2>The sample notes are indexed. Questions to begin with</h2>
      <ul className="lines">
        {questions.map((question) => (
          <li key={question} data-walk-item>
            <a href={searchAddress({ query: question })} data-walk>{question}</a>
          </li>
        ))}
      </ul>
      <p className="quiet">To read your own: <code>npm run -s k81r -- index ~/notes</code></p>
    </section>
  )
}
