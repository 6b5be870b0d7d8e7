import limits from '@/corpus/cases/known-limits.json'

/** How the kinds of the labelled questions are called in a sentence. */
const kindWords: Readonly<Record<string, string>> = {
  'exact-lookup': 'of something by its name or number', paraphrase: 'in words that the notes do not use', 'multi-source': 'over several documents', temporal: 'about a time',
  contradiction: 'on which notes disagree', unanswerable: 'without an answer in the notes', 'adversarial-source': 'over notes that order a machine about', 'access-boundary': 'about what the reader may not see',
}

/** Kinds that are named: those that fail most. */
const named = 3

/** What a citation proves, and which kinds of question still fail, counted in the last evaluation of the sample notes. */
export function KnownLimits() {
  const { day, questions, kinds, loose } = limits
  const worst = kinds.slice(0, named).map(({ category, right, of }) => `${kindWords[category] ?? category} (${right} of ${of} right)`)
  return (
    <details className="quiet-details">
      <summary>What a citation proves</summary>
      <p className="quiet">
        A citation proves where a sentence comes from, not that it is true. Of {questions} questions asked of the sample notes on {day}, those
        {' '}{worst.slice(0, -1).join(', ')} and {worst.at(-1)} fail most often; {loose.n} of {loose.of} sentences shown came from a passage that does not answer.
      </p>
    </details>
  )
}
