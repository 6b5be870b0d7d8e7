const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''))

/** Words that carry no content of their own; everything else in a claim must be found in the evidence. */
export const emptyWords = set(`a an the and of in on at to by for from with as into onto upon is are was were be been being am has have had having
  do does did it its this that these those there here he she they his her hers their theirs him them himself herself itself themselves
  i me my we us our you your who which whom whose what when where so also very just then thus therefore too well while although though however
  moreover furthermore additionally`)

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

export const months = set('january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec')

/** Number words and their digits; "one" is left out, it is mostly a pronoun. */
export const numberWords: Readonly<Record<string, string>> = {
  two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', eleven: '11', twelve: '12', thirteen: '13',
  fourteen: '14', fifteen: '15', sixteen: '16', seventeen: '17', eighteen: '18', nineteen: '19', twenty: '20', thirty: '30', forty: '40', fifty: '50',
  sixty: '60', seventy: '70', eighty: '80', ninety: '90', hundred: '100', thousand: '1000', million: '1000000', billion: '1000000000',
}
