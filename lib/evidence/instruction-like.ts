/**
 * Whether a text reads like an order to a machine that answers questions. Only a flag for the reader: such text is
 * quoted byte for byte like any other and is obeyed by nothing, so a miss or a false alarm costs a label.
 */
const signs: readonly RegExp[] = [
  /\b(ignore|disregard|forget|override)\b[^.\n]{0,40}\b(previous|prior|above|earlier|all|any|your|these|the)\b[^.\n]{0,30}\b(instructions?|rules?|prompts?|evidence|sources?|question|guidelines?)\b/i,
  /<\/?\s*(evidence|system|instructions?|assistant|user|tool)\b[^>]*>/i,
  /\b(you are|act as|pretend to be)\b[^.\n]{0,30}\b(assistant|ai|model|system|chatbot|search)\b/i,
  /\b(mark|label|treat|report|answer)\b[^.\n]{0,30}\b(claim|answer|this|everything)\b[^.\n]{0,20}\b(as )?(supported|verified|true|confirmed)\b/i,
  /\b(reveal|print|list|output|show|quote)\b[^.\n]{0,40}\b(system prompt|hidden|private|other (documents|sources|notes)|all (documents|notes|sources))\b/i,
  /\b(system prompt|note to (the )?(ai|assistant|model|assistants|tools)|instructions? (to|for) (the )?(ai|assistant|model|search))\b/i,
  /[\u200b\u200c\u2060\ufeff]/,
]

export function looksLikeInstruction(text: string): boolean {
  return signs.some((sign) => sign.test(text))
}
