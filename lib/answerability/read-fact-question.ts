import type { RecordFact } from './read-record-question'

const name = String.raw`(?:the )?(?:decision |record )?(?<name>(?:ADR|DEC|decision|RFC|INC|incident)[-_ #]?0*\d+)`
const record = String.raw`(?:decisions?|adrs?|rfcs?|decision records?|records?|documents?|notes?|one)`
const still = String.raw`(?:still |currently |now |already |yet )?`
const inForce = ['accepted', 'active'] as const
const once = ['accepted', 'active', 'superseded', 'deprecated'] as const

interface Form {
  readonly words: RegExp
  readonly fact: (word: string) => Omit<RecordFact, 'name'>
}

const form = (words: string, fact: Form['fact']): Form => ({ words: new RegExp(`^${words}$`, 'i'), fact })

/** Each form has a group for the name, and may have one for the word that says which status is meant. */
const forms: readonly Form[] = [
  form(String.raw`(?:when|on (?:which|what) (?:day|date)|(?:which|what) (?:day|date)) (?:was|were|did|is|has) ${name}(?: (?:been|get|become|come into|take))? (?<word>accepted|approved|adopted|decided|made|taken|written|dated|recorded|published|proposed|drafted|rejected|in force|force|effect)`, (word) => ({
    asks: 'date',
    status: /^(?:accepted|approved|adopted|in force|force|effect)$/.test(word) ? once : /^(?:proposed|drafted)$/.test(word) ? ['proposed', 'draft'] : word === 'rejected' ? ['rejected'] : null,
  })),
  form(String.raw`(?:when|on (?:which|what) (?:day|date)) (?:was|is) ${name} from`, () => ({ asks: 'date', status: null })),
  form(String.raw`what (?:is|was) the date of ${name}`, () => ({ asks: 'date', status: null })),
  form(String.raw`what is (?:the )?(?:current )?(?:status|stage|state) of ${name}`, () => ({ asks: 'status', status: null })),
  form(String.raw`(?:what|which) (?:status|stage|state) is ${name}(?: in| at)?(?: now)?`, () => ({ asks: 'status', status: null })),
  form(String.raw`is ${name} ${still}(?<word>in force|valid|current|active|in effect|binding|accepted|superseded|replaced|deprecated|rejected|withdrawn|proposed|a draft)(?: now| today)?`, (word) => ({
    asks: 'status',
    status: /^(?:in force|valid|current|active|in effect|binding)$/.test(word) ? inForce : word === 'superseded' || word === 'replaced' ? ['superseded'] : word === 'a draft' ? ['draft'] : word === 'accepted' || word === 'deprecated' || word === 'rejected' || word === 'withdrawn' || word === 'proposed' ? [word] : null,
  })),
  form(String.raw`does ${name} still (?:hold|apply|stand|count)`, () => ({ asks: 'status', status: inForce })),
  form(String.raw`has ${name} (?:been )?${still}(?:been )?(?:superseded|replaced)`, () => ({ asks: 'status', status: ['superseded'] })),
  form(String.raw`(?:what|which ${record}) (?:has |have )?(?:superseded|supersedes?|replaced|replaces?|took the place of|takes the place of) ${name}`, () => ({ asks: 'successor', status: null })),
  form(String.raw`by (?:what|which ${record}) (?:was|is|has) ${name} (?:been )?(?:superseded|replaced)`, () => ({ asks: 'successor', status: null })),
  form(String.raw`(?:what|which ${record}) (?:was|is|has) ${name} (?:been )?(?:superseded|replaced) (?:by|with)`, () => ({ asks: 'successor', status: null })),
  form(String.raw`when (?:was|is|has) ${name} (?:been )?(?:superseded|replaced)`, () => ({ asks: 'successor', status: null })),
  form(String.raw`what is the successor of ${name}`, () => ({ asks: 'successor', status: null })),
  form(String.raw`(?:what|which ${record}) (?:does|did) ${name} (?:supersede|replace|take the place of)`, () => ({ asks: 'predecessor', status: null })),
]

/** What a question asks of the record of one numbered document: its date, its status, what replaced it or what it replaced; null for any other. */
export function readFactQuestion(question: string): RecordFact | null {
  const text = question.trim().replace(/[?.!\s]+$/, '').replace(/\s+/g, ' ')
  for (const { words, fact } of forms) {
    const groups = words.exec(text)?.groups
    if (groups?.['name'] !== undefined) return { name: groups['name'], ...fact(groups['word']?.toLowerCase() ?? '') }
  }
  return null
}
