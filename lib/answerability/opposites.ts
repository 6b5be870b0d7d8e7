import { analyze } from '@/lib/analysis'

const pairs = `increase decrease; increase reduce; raise lower; raise drop; rise fall; rise decline; grow shrink; grow decline; more less; more fewer; most least;
  higher lower; high low; highest lowest; above below; over under; before after; earlier later; early late; first last; start end; start stop; begin end;
  start finish; open close; enable disable; allow forbid; allow prohibit; allow prevent; allow deny; permit forbid; accept reject; accept refuse;
  approve reject; approve oppose; add remove; include exclude; with without; always never; win lose; victory defeat; man woman; men women; male female;
  positive negative; true false; success failure; succeed fail; pass fail; major minor; old new; older newer; oldest newest; large small; larger smaller;
  largest smallest; big small; biggest smallest; long short; longer shorter; longest shortest; fast slow; faster slower; strong weak; stronger weaker;
  better worse; best worst; good bad; easy hard; easy difficult; simple complex; public private; internal external; domestic foreign;
  domestic international; national international; up down; left right; north south; northern southern; east west; eastern western; import export;
  buy sell; bought sold; love hate; like dislike; alive dead; born died; optional required; optional mandatory; voluntary mandatory; legal illegal;
  encourage discourage; inhibit promote; gain loss; gain lose; maximum minimum; rich poor; wet dry; hot cold; warm cool; same different;
  similar different; known unknown; support oppose; oppose favor; oppose favour; keep drop; temporary permanent; front back; inside outside;
  agree disagree; many few; ally enemy; friend enemy; friendly hostile; ancient modern; peace war; attack defend; attack retreat; offense defense;
  defender detractor; supporter opponent; proponent opponent; proponent critic; praise criticize; arrive leave; arrive depart; enter leave; join leave;
  create destroy; build destroy; construct demolish; appear disappear; unite divide; connect separate; rural urban; young old; younger older;
  youngest oldest; near far; upper lower; top bottom; full empty; wide narrow; thick thin; deep shallow; heavy light; visible invisible;
  active inactive; attract repel; innate adaptive; direct indirect; formal informal; hire fire; appoint dismiss; elect defeat; teacher student;
  employer employee; parent child; father son; mother daughter; husband wife; king queen; brother sister; winter summer; day night; morning evening;
  spring autumn; rare common; cheap expensive; safe dangerous; clean dirty; natural artificial; sufficient insufficient; expand contract;
  expand reduce; help hinder; remember forget; protect harm; save destroy; borrow lend; deny grant; deny admit; deny confirm; refuse agree;
  reject embrace; abandon adopt; abandon keep; avoid seek; avoid cause; prevent cause; hide reveal; conceal reveal; free imprisoned; liberal conservative;
  land sea; supply demand; producer consumer; majority minority; superior inferior; senior junior; guilty innocent; healthy sick; healthy diseased;
  upgrade downgrade; synchronous asynchronous; deprecated supported`

let known: ReadonlyMap<string, ReadonlySet<string>> | null = null

/** The stems of the words listed as opposites of a word, by its stem. */
function oppositesOf(stem: string): ReadonlySet<string> {
  if (known === null) {
    const found = new Map<string, Set<string>>()
    for (const pair of pairs.split(';')) {
      const [one = '', other = ''] = pair.trim().split(/\s+/).map(stemOf)
      found.set(one, (found.get(one) ?? new Set()).add(other))
      found.set(other, (found.get(other) ?? new Set()).add(one))
    }
    known = found
  }
  return known.get(stem) ?? new Set()
}

/** A word's stem, of words that searching leaves out too. */
export function stemOf(word: string): string {
  return analyze(word, 'en')[0]?.lexeme ?? word.toLowerCase()
}

/** Not of "inside", "inform" or "display", which deny nothing. */
const denyingPrefix = /^(?:un|in|im|ir|il|dis|non|mis)-?(?!side|sight|form|deed|come|vest|stall|crease|tend|play|count|cover|patch|ease)(?=\p{L}{4})/iu

/** Whether the words of one text hold, instead of a word of the other, its opposite: a listed one, or the word with or without "un-". */
export function holdsOpposite(words: readonly string[], otherWords: readonly string[]): boolean {
  const [own, others] = [new Set(words.map(stemOf)), new Set(otherWords.map(stemOf))]
  const listed = [...own].some((stem) => !others.has(stem) && [...oppositesOf(stem)].some((opposite) => others.has(opposite) && !own.has(opposite)))
  return listed || isDeniedIn(words, others, own) || isDeniedIn(otherWords, own, others)
}

function isDeniedIn(words: readonly string[], others: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  return words.some((word) => {
    const bare = word.replace(denyingPrefix, '')
    return bare !== word && !others.has(stemOf(word)) && others.has(stemOf(bare)) && !own.has(stemOf(bare))
  })
}
