/** Function words per language, lower-case with accents folded; a language without a list has no stop words. */
const lists: Readonly<Record<string, string>> = {
  en: `a an the and or but nor so yet as at by for from in into of off on onto out over per to up upon via with within without about above across
    after against along among around before behind below beneath beside besides between beyond down during except near since than through
    throughout toward towards under until till unlike is am are was were be been being has have had having do does did doing done will would shall
    it its itself this that these those there here he him his himself she her hers herself they them their theirs themselves
    if then else because while whereas although though once also too very just only not no e.g i.e etc vs both each own same such other another
    isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't can't couldn't mustn't needn't
    cannot it's that's there's here's he's she's they're they've they'll they'd we're we've we'll we'd you're you've you'll you'd i'm i've i'll i'd let's
    what's who's where's how's when's why's`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber denn sondern als am an auf aus bei beim bis durch fur gegen hinter im in ins
    mit nach neben ohne seit trotz uber um unter vom von vor wahrend wegen zu zum zur zwischen ist sind war waren bin bist sei sein seine seinen seinem
    seiner seines hat haben hatte hatten habe wird werden wurde wurden worden wirst es er sie ihn ihm ihr ihre ihren ihrem ihrer ihres
    dies diese diesem diesen dieser dieses jene jener jenes man sich so wenn weil dass ob auch noch nur schon sehr nicht kein keine keinen da dann doch`,
  fr: `le la les l un une des du de d au aux et ou mais donc or ni car a dans en entre par pas pour sans sous sur vers avec chez est sont etait etaient
    etre ete suis es sommes etes sera seront ai as avons avez ont avait avaient avoir il elle ils elles on se s son sa ses leur leurs ce cet cette ces
    c qu que qui ne n y lui eux si comme plus tres aussi meme j t m`,
  es: `el la los las lo un una unos unas y e o u pero ni que de del al a ante bajo con contra desde en entre hacia hasta para por segun sin sobre tras
    es son era eran fue fueron ser sido siendo esta estan estaba estaban ha han habia habian haber he hay se su sus le les este estos estas ese esa
    esos esas aquel aquella si no mas muy tambien como ya`,
  it: `il lo la i gli le l un uno una e ed o ma ne che di a ad da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle dal
    dallo dalla dai dagli dalle nel nello nella nei negli nelle sul sullo sulla sui sugli sulle d c e sono era erano essere stato ha hanno aveva avevano
    si suo sua suoi sue loro questo questa questi queste quello quella quelli quelle se non piu anche come cosi`,
  pt: `o a os as um uma uns umas e ou mas nem que de do da dos das em no na nos nas por pelo pela pelos pelas para com sem sob sobre entre ate ao aos
    e sao era eram foi foram ser sido estar esta estao estava tem tinha ha se seu sua seus suas este esta estes estas esse essa isso isto aquele
    aquela nao mais muito tambem como ja lhe`,
  nl: `de het een en of maar want dus aan bij door in met naar om onder op over sinds te tegen tot tussen uit van voor zonder is zijn was waren ben bent
    heeft hebben had hadden wordt worden werd werden er hij zij ze hem haar hun dit dat deze die als dan ook nog niet geen zo wel zich`,
  sv: `en ett den det de och eller men att av fran for i inom med mellan om pa till under utan vid ar var vara varit har hade ha blir blev han hon dem
    sin sitt sina denna detta dessa som inte ej aven sa da nar`,
  da: `en et den det de og eller men at af fra for i inden med mellem om pa til under uden ved er var vaere vaeret har havde have bliver blev han hun dem
    sin sit sine denne dette disse som ikke ogsa sa da`,
  no: `en et ei den det de og eller men at av fra for i innen med mellom om pa til under uten ved er var vaere vaert har hadde ha blir ble han hun dem
    sin sitt sine denne dette disse som ikke ogsa sa da`,
  fi: `ja tai mutta etta on ovat oli olivat olla ollut ei eivat han he se ne tama nama tuo nuo joka jotka kuin niin myos kun jos`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о из ему когда даже ну ли
    если уже или ни быть был него до вас опять вам ведь там потом себя ей они тут есть для мы тебя их чем была чтоб без тоже себе под будет тогда
    этот того потому этого какой им этом эти при об над эта это`,
  uk: `і й в у не що він на я з зі із як а то все вона так його але та ти до ви за би по її мені було від мене ще ні про ми їх вони для цей ця це ці
    або чи є бути був була були`,
  pl: `i w we na z ze do od o a ale lub oraz albo ze to ten ta te jest sa byl byla bylo byli byc nie sie jak po przez przy za dla pod nad on ona ono oni
    go jej ich jego juz tez takze tylko`,
  tr: `ve veya ama fakat ile icin gibi bu su o bir da de ki mi mu ne ise cok daha en olarak olan`,
}

const sets = new Map<string, ReadonlySet<string>>()
const none: ReadonlySet<string> = new Set()

/** The stop words of an ISO 639-1 language, lower-case and accent-folded; an empty set for a language without a list. */
export function stopWords(language: string): ReadonlySet<string> {
  const list = lists[language]
  if (list === undefined) return none
  let set = sets.get(language)
  if (!set) {
    set = new Set(list.split(/\s+/))
    sets.set(language, set)
  }
  return set
}
