/**
 * The past forms of English verbs that no stemmer takes back to their verb, under it. Left out are forms that are another
 * word as often: left, saw, rose, ground, bound, lay, bore, lit, stuck, felt. In the last line are the verbs whose own doubled
 * letter a stemmer takes for that of the ending ("added": "ad").
 */
const forms = `
become:became begin:began,begun bend:bent bite:bitten blow:blew,blown break:broke,broken breed:bred bring:brought build:built burn:burnt buy:bought
catch:caught choose:chose,chosen come:came creep:crept deal:dealt dig:dug draw:drew,drawn drink:drank,drunk drive:drove,driven eat:ate,eaten
fall:fell,fallen feed:fed fight:fought find:found flee:fled fly:flew,flown forbid:forbade,forbidden forget:forgot,forgotten forgive:forgave,forgiven
freeze:froze,frozen get:got,gotten give:gave,given go:went,gone grow:grew,grown hang:hung hear:heard hide:hid,hidden hold:held keep:kept know:knew,known
lay:laid lead:led learn:learnt lend:lent lose:lost make:made mean:meant meet:met mistake:mistook,mistaken override:overrode,overridden
overtake:overtook,overtaken overwrite:overwrote,overwritten pay:paid prove:proven rebuild:rebuilt rewrite:rewrote,rewritten ride:rode,ridden
ring:rang,rung rise:risen run:ran say:said see:seen seek:sought sell:sold send:sent shake:shook,shaken shoot:shot show:shown shrink:shrank,shrunk
sing:sang,sung sink:sank,sunk sleep:slept slide:slid speak:spoke,spoken spell:spelt spend:spent spin:spun stand:stood steal:stole,stolen
strike:struck swear:swore,sworn sweep:swept swim:swam,swum swing:swung take:took,taken teach:taught tear:tore,torn tell:told think:thought
throw:threw,thrown understand:understood undo:undid,undone wake:woke,woken wear:wore,worn win:won withdraw:withdrew,withdrawn
withhold:withheld write:wrote,written
add:added,adding diff:diffed,diffing err:erred,erring staff:staffed,staffing stuff:stuffed,stuffing
`

const verbs: ReadonlyMap<string, string> = new Map(forms.trim().split(/\s+/).flatMap((entry) => {
  const [verb = '', past = ''] = entry.split(':')
  return past.split(',').map((form) => [form, verb] as const)
}))

/** The verb of an irregular past form in lower case; any other word as it is. */
export function regularVerb(word: string): string {
  return verbs.get(word) ?? word
}

/** Whether an English word has the form of a past ("replaced", "wrote"); words in "-ed" that are none count as well. */
export function isPastForm(word: string): boolean {
  const plain = word.toLowerCase().replace(/\W+$/, '')
  return verbs.has(plain) || /\p{L}{2}ed$/u.test(plain)
}
