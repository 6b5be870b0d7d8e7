import { languageNames, machineVerbs, textKinds, textVerbs } from './instruction-words'

/**
 * Signs that a text is addressed to a machine that answers questions, each of its own kind. An order to a person
 * ("Write the date into the log") is none: what makes the difference is that it speaks of the reply itself, of what the
 * machine was told before, of who it is to be, or asks for a text that no note needs.
 */
const signs: readonly RegExp[] = [
  // What it was told before is to count no more.
  /\b(ignor\w*|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(previous|prior|preceding|above|earlier|all|any|your|these|those|the)\b[^.\n]{0,30}\b(instructions?|rules?|prompts?|evidence|sources?|questions?|guidelines?|orders?|commands?|tasks?|context|directions?)\b/i,
  /\b(drop|leave|abandon) (all )?(of )?(your|the previous|these|previous) (instructions?|rules?|information|tasks?|orders?|thoughts)\b|\bdrop all your\b/i,
  /\b(ignore|forget) (about )?(everything|anything|all of (that|this))(,|\s+(above|before|else|you|we|i|and|that (was|came))\b)/i,
  /\b(vergiss|vergessen sie|ignorier(e|en sie)?)\b[^.\n]{0,30}\b(alle[ns]?|vorherig\w*|vorangehend\w*|obig\w*|davor|gesagte|anweisung\w*|befehle?|angaben|aufgaben)\b/i,
  /\b(olvida(r|te)?|ignora|oublie[rz]?|ignore[rz]|zaboravi|dimentica|negeer|esque[cç]a)\b[^.\n]{0,20}\b(tod[oa]s?|tou(t|tes|s)|sve|tutt[oei]|alle|instrucciones|instructions|instruções|istruzioni|instructies)\b/i,
  /\babweichend zu vorherigen\b|\bvorherigen? (informationen|anweisungen|instruktionen)\b/i,
  // It is spoken to as a machine, or in a machine's own marks.
  /<\/?\s*(evidence|system|instructions?|assistant|user|tool)\b[^>]*>|<\|[a-z_]+\|>|\[\/?INST\]|^#{2,} *(instruction|system)s?:?\s*$/im,
  /^\s*(Human|Assistant|System|User|HUMAN|ASSISTANT|SYSTEM|USER)\s*:\s*\p{L}+ \p{L}+ \p{L}+/mu,
  /\b(system prompt|prompt[- ]texte?s?|entire prompt|whole prompt|prompt above|note to (the )?(ai|assistants?|model|tools?)|(instructions?|message) (to|for) (the )?(ai|assistants?|models?|search|chatbot))\b/i,
  /\b(what are|tell me|show|reveal|repeat|display) your (initial |original )?instructions\b|\byour instructions are\b|\b(additional|new) instructions? ?(:|-|follow)/i,
  /\b(new|further|next|another|following) (tasks?|challenge)\b[^.\n]{0,20}(:|\bfollow|\bare now\b|\bfor you\b)|\bneue[nr]? (aufgaben?|anweisungen)\b[^.\n]{0,12}(:|folg|\.)|\bfolgen (nun |jetzt )?neue\b/i,
  /\b(hello|hey|hi|dear) (gpt|chatgpt|ai|assistant|claude|gemini|copilot)\b/i,
  // Who it is to be.
  /\b(you are|act as|pretend to be)\b[^.\n]{0,30}\b(assistant|ai|model|system|chatbot|search|language model)\b/i,
  /\bi (want|need|would like) you to (act|behave|pretend|answer|reply|respond|write|play)\b|\b(now|from now on),? you (are|act|will be|answer)\b|\b(pretend|imagine) (that )?you(['’]re| are| can| were)\b/i,
  /(^|[.!?:\n]\s*)act as (an?|the|two|if)\b|\bask you to (remove|forget|ignore)\b|\brepeat after me\b/i,
  /\bdass (sie|du) als\b[^.\n]{0,100}\bfungier|\b(jetzt|nun) bist du\b|\bdu bist (jetzt|nun) (ein|eine|der|die|das)\b|\bstell dir vor, du bist\b|\btu so,? als\b/i,
  // What is to be said of claims and documents.
  /\b(mark|label|treat|report|answer)\b[^.\n]{0,30}\b(claim|answer|this|everything)\b[^.\n]{0,20}\b(as )?(supported|verified|true|confirmed)\b/i,
  /\b(reveal|print|list|output|show|quote)\b[^.\n]{0,40}\b(system prompt|hidden(?![ -]files?\b)|private|other (documents|sources|notes)|all (documents|notes|sources))\b/i,
  /\b(do not|don['’]?n?t|not|instead of|without) (answer|look|use|rely|cite)\w*\b[^.\n]{0,40}\b(provided|given|documents?|articles?|evidence|sources)\b[^.\n]{0,20}\b(provided|documents?|just|but|instead|only)\b/i,
  // The reply itself.
  /\b(in|into|to|of|from|with|within|for|augment|enhance|modify|adjust|change|alter|end|begin|start|finish|craft|shape|frame|embellish|conclude|encode|encrypt|write|translate|shorten) your (entire |whole |final |next )?(answer|response|reply)\b/i,
  /\b(letters?|words?|vowels?|consonants?|characters?|spaces?|sentences?)\b[^.\n]{0,40}\b(in|of|from) your (answer|response|reply|message|output|text)\b/i,
  /\b(only|just|always|please) (output|reply|respond|answer|print|say)\b[^.\n]{0,20}(["“'‘«`]|\bwith\b|\b[A-Z]{3,})|\b(reply|respond|answer) (only|exclusively|with|using) (the words?|only|["“'‘«`])/i,
  /\banswer the following question\b|\bbeantworte\w* (bitte )?(die )?folgende frage\b|\bgib eine antwort\b|\b(say|antworte mit) (yes|no|ja|nein)\b/i,
  // Code that is to be put into what the machine writes.
  /\b(following|subsequent|ensuing) code (blocks?|snippets?|excerpts?|sections?|segments?|fragments?)\b[^.\n]{0,80}\b(your|suggest\w*|solution|implementation)\b|\byour (code|solution|implementation|codebase|response)\b[^.\n]{0,60}\b(following|subsequent|ensuing) code (blocks?|snippets?|excerpts?|sections?|segments?|fragments?)\b/i,
  /\b(consider embedding|don['’]t (hesitate|forget) to (optimally )?(utili[sz]e|integrate|include)|ensure the inclusion of) the (following|subsequent) code\b/i,
  // A text that is to be written.
  new RegExp(`(^|[.!?:;,\\n]\\s*|\\b(and|now|please|then|me|stop:)\\s+)(${textVerbs})\\b[^.\\n]{0,40}\\b(${textKinds})\\b`, 'i'),
  new RegExp(`\\b(translate|render|übersetze)\\b[^.\\n]{0,60}\\b(to|into|in|ins)\\s+(${languageNames})\\b|(^|[.!?:\\n]\\s*)(provide|give|state|tell)\\b[^.\\n]{0,20}\\b(${languageNames}) (equivalent|translation|word)\\b`, 'i'),
  new RegExp(`(^|[.!?:;,\\n]\\s*|\\b(and|now|just|then|please|but|then)\\s+)(${machineVerbs})\\b`, 'i'),
]

/** What is hidden from a reader's eye inside Latin words, turns letters round, or writes in a plane that nobody sees. */
const hidden = /[\p{Script=Latin}\s][\u200b\u2060\ufeff\u180e]+[\p{Script=Latin}]|[\u202d\u202e]|(?<!\p{RI}|\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007e}]/u

const zeroWidth = /[\u200b\u200c\u200d\u2060\ufeff\u180e\u00ad]/g

/** A text that tells of such an order, as a note on the subject does, and gives it between marks. */
const mention = /\b(inject\w*|attack\w*|jailbreak\w*|malicious|payloads?|phras\w*|for example|such as|e\.g\.|like|say(s|ing)?|said|reads?|called|named|contain\w*|wrote|written)\b/i
const marked = /"[^"\n]{1,300}"|“[^”\n]{1,300}”|‘[^’\n]{1,300}’|«[^»\n]{1,300}»|„[^“”\n]{1,300}[“”]|`[^`\n]{1,300}`/g

/** An order that is only told of, between marks, inside a sentence of at least this many other words. */
const tellingWords = 4

/**
 * Whether a text reads like an order to a machine that answers questions. Only a flag for the reader: such text is
 * quoted byte for byte like any other and is obeyed by nothing, so a miss or a false alarm costs a label, and in an
 * extractive answer the place of a sentence. English and German, and the plainest forms of some others.
 */
export function looksLikeInstruction(text: string): boolean {
  if (hidden.test(text)) return true
  const visible = text.replace(zeroWidth, '')
  const told = withoutMentions(visible)
  return signs.some((sign) => sign.test(told))
}

function withoutMentions(text: string): string {
  return text.split(/(?<=[.!?]["”’»`]?)\s+(?=\p{Lu})|\n/u).map((sentence) => {
    const outside = sentence.replace(marked, ' … ')
    return outside !== sentence && mention.test(outside) && (outside.match(/\p{L}+/gu)?.length ?? 0) >= tellingWords ? outside : sentence
  }).join('\n')
}
