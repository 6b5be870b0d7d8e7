/** Words that phrase a question rather than say what it is about: interrogatives, requests, how-to verbs, pronouns. */
const words = new Set(
  `what which who whom whose when where why how please tell explain describe show give list name find say says said know want need help mean means
  can could should may might must i me my mine we us our ours you your yours one some any there's many much long often
  use used using make makes made get gets got work works happen happens happened possible way ways thing things something anything someone
  exactly actually currently now ever really best good right able let
  was wer wie wann wo warum welche welcher welches quoi qui quel quelle quand comment pourquoi combien que quien cuando donde como cual
  что кто когда где почему как`.split(/\s+/),
)

/** Whether a word (lower-case, accents folded, unstemmed) only phrases a question and so weighs half in a query. */
export function isQuestionWord(word: string): boolean {
  return words.has(word)
}
