const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''))

/** Words that carry no content of their own; everything else in a claim must be found in the evidence. */
export const emptyWords = set(`a an the and of in on at to by for from with as into onto upon is are was were be been being am has have had having
  do does did it its this that these those there here he she they his her hers their theirs him them himself herself itself themselves
  i me my we us our you your who which whom whose what when where so also very just then thus therefore too well while although though however
  moreover furthermore additionally`)

/** Words whose meaning their number has taken: "5 percent" is "5 %". */
export const contentlessWords = set('percent')

/** Units a number is never without: another unit is another amount, and a conversion is no match. */
export const measureUnits = set(`b kb mb gb tb pb kib mib gib tib bit bits byte bytes kilobytes megabytes gigabytes terabytes hz khz mhz ghz ms s sec secs
  second seconds min mins minute minutes h hr hrs hour hours d day days week weeks month months year years mm cm m km metres meters kilometres
  kilometers mile miles ft feet inch inches mg g kg gram grams kilogram kilograms ton tons tonne tonnes pound pounds l ml litre litres liter liters
  w kw mw gw kwh v usd eur gbp pln czk chf dollars euros cents percentage points fps rps qps px pt`)

/** Verbs that lay a statement in somebody's mouth: what they report is no fact of the passage. */
export const reportingWords = set(`said says told tells argued argues according insisted insists asserted asserts complained warned warns wrote writes
  reported reports stated alleges alleged`)

/** Words that put a state into the past or take it back. */
export const formerWords = set('former formerly previously ex once originally initially obsolete deprecated superseded retired')

export const presentForms = set("is are isn't aren't has have")
export const pastForms = set("was were wasn't weren't had")

/** Prepositions that decide a name's part in an event: "sold to", "sold by". */
export const rolePrepositions = set('by to from for against with without of under over before after since until than')

export const negations = set(`not no never none nobody nothing nowhere neither nor without cannot unable fail fails failed failing lack lacks lacked
  lacking refuse refuses refused deny denies denied false incorrect untrue hardly barely rarely seldom except excluding instead rather unlike
  stopped ceased prevent prevents prevented avoid avoids avoided absent rejected reject rejects declined dismissed abandoned withdrawn cancelled
  canceled removed dropped disabled forbidden prohibited isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't couldn't shouldn't
  hasn't haven't hadn't mustn't needn't nicht kein keine keinen keiner keinem nie niemals ohne ne pas jamais sans aucun aucune nunca jamás sin ningún
  ninguna non mai senza nessun nessuna não nem sem niet geen nooit не нет ни без никогда`)

/** Words that make a statement less than a plain assertion: a proposal, a plan, a possibility, hearsay, a condition. */
export const hedges = set(`may might could would should can possibly perhaps maybe likely unlikely probably potentially presumably apparently seemingly
  seem seems seemed appear appears appeared suggest suggests suggested propose proposes proposed proposal proposing plan plans planned planning
  intend intends intended aim aims aimed expect expects expected expecting hope hopes hoped consider considers considered considering draft drafted
  tentative tentatively alleged allegedly reportedly rumored rumoured supposed supposedly believed believe believes think thinks thought claim claims
  claimed hypothetical hypothesize hypothesized if unless whether provided assuming suppose will shall going tends tend tried tries try trying
  attempt attempted attempts wants want wanted must required require requires requested recommend recommends recommended ought need needs debated
  unclear unknown uncertain`)

/** Hedges that bear on the verb after them and on nothing before. */
export const modals = set('may might could would should can will shall must')

export const clauseOpeners = set('which because while whereas since so and')

/** Words that a claim may use and its evidence not, when only likeness is measured; the strict gate still asks for them. */
export const lightWords = set(`during since against across throughout among amongst between within or but if such other others another now
  still later after before until about near via like how than then there along around toward towards again once per due own same both over
  under off out up down through because despite including include includes included also even yet each every any some several many few
  most more less first last become became becomes make made makes take took taken place get got go went come came use used using well way
  one two new part known called named based be been being c s`)

/** Words that say how many, how far or how surely; each stands for itself. */
export const quantifiers = set(`all every each both some any only most many few several half least more less fewer about approximately nearly
  almost exactly always usually often sometimes mainly mostly primarily solely exclusively entirely partly partially first last sole single another or
  either up other others largest smallest best worst highest lowest than around roughly over under largely generally typically commonly alone`)

/** Pairs of opposites, as words; compare their stems. */
export const antonymPairs: readonly (readonly [string, string])[] = [
  ['increase', 'decrease'], ['increase', 'reduce'], ['raise', 'lower'], ['rise', 'fall'], ['rose', 'fell'], ['grow', 'shrink'], ['grew', 'shrank'],
  ['more', 'less'], ['more', 'fewer'], ['most', 'least'], ['higher', 'lower'], ['high', 'low'], ['highest', 'lowest'], ['above', 'below'],
  ['over', 'under'], ['before', 'after'], ['earlier', 'later'], ['first', 'last'], ['start', 'end'], ['start', 'stop'], ['begin', 'end'],
  ['began', 'ended'], ['open', 'close'], ['enable', 'disable'], ['allow', 'forbid'], ['allow', 'deny'], ['allow', 'prohibit'], ['permit', 'forbid'],
  ['accept', 'reject'], ['approve', 'reject'], ['add', 'remove'], ['include', 'exclude'], ['with', 'without'], ['all', 'none'], ['all', 'some'],
  ['always', 'never'], ['everyone', 'nobody'], ['win', 'lose'], ['won', 'lost'], ['male', 'female'], ['positive', 'negative'], ['true', 'false'],
  ['success', 'failure'], ['succeed', 'fail'], ['pass', 'fail'], ['major', 'minor'], ['old', 'new'], ['large', 'small'], ['larger', 'smaller'],
  ['big', 'small'], ['long', 'short'], ['longer', 'shorter'], ['fast', 'slow'], ['faster', 'slower'], ['strong', 'weak'], ['better', 'worse'],
  ['best', 'worst'], ['good', 'bad'], ['easy', 'hard'], ['early', 'late'], ['public', 'private'], ['internal', 'external'], ['up', 'down'],
  ['left', 'right'], ['north', 'south'], ['east', 'west'], ['import', 'export'], ['buy', 'sell'], ['bought', 'sold'], ['love', 'hate'],
  ['alive', 'dead'], ['born', 'died'], ['optional', 'required'], ['optional', 'mandatory'], ['safe', 'unsafe'], ['legal', 'illegal'],
  ['encourage', 'discourage'], ['inhibit', 'promote'], ['upregulate', 'downregulate'], ['gain', 'loss'],
  ['maximum', 'minimum'], ['rich', 'poor'], ['wet', 'dry'], ['hot', 'cold'], ['warm', 'cool'], ['same', 'different'], ['similar', 'different'],
  ['known', 'unknown'], ['support', 'oppose'], ['oppose', 'favor'], ['keep', 'drop'], ['upgrade', 'downgrade'], ['synchronous', 'asynchronous'],
  ['temporary', 'permanent'], ['deprecated', 'supported'], ['front', 'back'], ['inside', 'outside'], ['agree', 'disagree'], ['only', 'also'],
]
/** Number words and their digits; "one" is left out, it is mostly a pronoun. */
export const numberWords: Readonly<Record<string, string>> = {
  two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', eleven: '11', twelve: '12', thirteen: '13',
  fourteen: '14', fifteen: '15', sixteen: '16', seventeen: '17', eighteen: '18', nineteen: '19', twenty: '20', thirty: '30', forty: '40', fifty: '50',
  sixty: '60', seventy: '70', eighty: '80', ninety: '90', hundred: '100', thousand: '1000', million: '1000000', billion: '1000000000',
}

/** Forms of irregular verbs by their infinitive; those that read as another common word ("left", "saw", "found") are left out. */
export const irregularForms: ReadonlyMap<string, string> = new Map(`begin began begun; break broke broken; bring brought; build built; buy bought;
  catch caught; choose chose chosen; come came; do did done does; draw drew drawn; drive drove driven; fall fell fallen; fight fought; fly flew flown;
  forget forgot forgotten; get got gotten; give gave given; go went gone; grow grew grown; hide hid hidden; hold held; keep kept; know knew known;
  lead led; lose lost; make made; mean meant; pay paid; rise rose risen; run ran; seek sought; sell sold; send sent; show shown showed; shrink shrank shrunk;
  sing sang sung; sink sank sunk; speak spoke spoken; spend spent; stand stood; steal stole stolen; swim swam swum; take took taken; teach taught;
  tell told; think thought; throw threw thrown; win won; write wrote written`.split(';').flatMap((verb) => {
  const [infinitive = '', ...forms] = verb.trim().split(/\s+/)
  return forms.map((form) => [form, infinitive] as const)
}))

/** Words of one degree of certainty, commitment or amount; a word of one family does not stand for one of another. */
export const senseFamilies: Readonly<Record<string, ReadonlySet<string>>> = {
  'as proposed': set('propose proposes proposed proposal proposing suggest suggests suggested draft drafted rfc tentative tentatively'),
  'as planned': set('plan plans planned planning intend intends intended aim aims aimed expect expects expected hope hopes hoped scheduled'),
  'as decided': set('decide decides decided decision accepted approved adopted agreed ratified chose chosen'),
  'as done': set('done implemented shipped released deployed launched completed finished'),
  'as deprecated': set('deprecated obsolete superseded retired former formerly'),
  'as considered': set('consider considers considered considering debated discussed'),
  'as tried': set('tries try tried trying attempt attempted attempts'),
  'as possible': set('may might could possibly perhaps maybe potentially'),
  'as likely': set('likely probably presumably apparently seemingly seem seems seemed appear appears appeared'),
  'as unlikely': set('unlikely unclear unknown uncertain hardly'),
  'as allowed': set('can able'),
  'as would': set('would'),
  'as to come': set('will shall going'),
  'as advice': set('should ought recommend recommends recommended'),
  'as a duty': set('must required require requires mandatory need needs'),
  'as wished': set('want wants wanted requested'),
  'as hearsay': set('alleged allegedly reportedly rumored rumoured supposed supposedly believed believe believes think thinks thought claim claims claimed'),
  'on a condition': set('if unless whether assuming suppose'),
  'for all': set('all every each always both'),
  'for some': set('some any several few sometimes either'),
  'for most': set('most mostly mainly usually often largely generally typically primarily commonly'),
  'for none': set('none never nobody nothing'),
  'for one alone': set('only solely exclusively alone'),
  'in part': set('half partly partially'),
  'about': set('about approximately nearly almost around roughly'),
  'exactly': set('exactly entirely'),
  'more': set('more over above higher greater larger longer faster better'),
  'less': set('less fewer under below lower smaller shorter slower worse'),
  'at least': set('least minimum'),
  'at most': set('maximum'),
  'before': set('before until earlier'),
  'after': set('after since later'),
  'first': set('first'),
  'last': set('last'),
}
