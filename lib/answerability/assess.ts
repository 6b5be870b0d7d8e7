import { recordKindAsked, recordNamed, splitQuestion, withName, withoutPeriod, withoutSyntax, type AssembledEvidence } from '@/lib/evidence'
import type { Embedder } from '@/lib/models'
import { checkNames, type Answerability, type AnswerabilityCheck, type CheckName, type PartDecision } from './answerability'
import { checkCombination } from './check-combination'
import { checkContradiction } from './check-contradiction'
import { checkCurrency } from './check-currency'
import { checkDirectness } from './check-directness'
import { checkEntities } from './check-entities'
import { checkOutside } from './check-outside'
import { consideredSentences, weigh } from './considered-sentences'
import { describeSupport } from './describe-missing'
import { gateFeatures, gateLogit } from './gate'
import { nearMissFeatures, nearMissLogit } from './near-miss'
import { findProperties, rankProperty } from './find-property'
import type { Finding, PartView } from './part-view'
import { rankSentences } from './rank-sentences'
import { daysNamed } from './stands-in'
import { understandQuestion, type Question } from './understand-question'

/** The six considerations, each by its name. */
export const checks: Readonly<Record<CheckName, (view: PartView) => Finding>> = {
  outside: checkOutside, combination: checkCombination, entities: checkEntities, contradiction: checkContradiction, directness: checkDirectness, currency: checkCurrency,
}

export interface AssessOptions {
  /** Considerations left out, to measure what only they decide. */
  readonly without?: ReadonlySet<CheckName>
}

/** Decides, part by part, whether a set supports an answer; reasons and the sentences each decision rests on. */
export async function assess({ set, ranking, parts: rankings, past, period }: AssembledEvidence, embedder: Embedder | null, options: AssessOptions = {}): Promise<Answerability> {
  const isPast = period !== null || set.request.filters?.asOf !== undefined || ranking.filters.asOf !== undefined
  const whole = splitQuestion(withoutSyntax(set.question)).parts
  const { context, parts: texts } = splitQuestion(isPast ? withoutPeriod(withoutSyntax(set.question)) : withoutSyntax(set.question))
  // The day that a part names is no word of it once it is read as the time asked about.
  const days = whole.length === texts.length ? whole : []
  const lead = context === null ? null : understandQuestion(context, ['en'])
  const questions: Question[] = []
  for (const text of texts) questions.push(understandQuestion(text, ['en'], questions.at(-1) ?? lead))
  const candidates = consideredSentences(set, questions)
  const isWhole = questions.length === 1 && context === null
  const vectors = embedder === null || ranking.queryVector === null ? null : isWhole ? [ranking.queryVector] : await embedder.embed(questions.map((question, at) => inContext(question, questions[at - 1] ?? lead)), { priority: 'query' })
  const then = past === null || period === null ? null : { asOf: period.asOf, inForce: new Set(past.results.map(({ passage }) => passage.id)) }
  const parts: PartDecision[] = []
  for (const [at, question] of questions.entries()) {
    const before = parts.at(-1)
    // "…, and by whom?" has no answer where nothing is known of what was asked first.
    if (before?.kind === 'refused' && question.leans && question.terms.every(({ weight }) => weight < 1)) {
      parts.push({ ...before, question: question.text })
      continue
    }
    const found = rankings.length === questions.length ? (rankings[at] ?? ranking) : ranking
    const decideOn = async (asked: Question, vector: Float32Array | null): Promise<PartDecision> => {
      const idf = weigh(asked, found)
      const sentences = await rankSentences(asked, idf, vector, candidates, embedder, { found: rankings.length === questions.length ? found : null, days: daysNamed(days[at] ?? ''), past: then })
      const ranked = [...findProperties(asked, set.items, idf).map((candidate) => rankProperty(asked, candidate, sentences[0]?.score ?? 0)), ...sentences]
      const view = { question: asked, ranked, standing: ranked, items: set.items, ranking: found, idf, period, isPast }
      return decide(past === null ? view : nearer(view, { ...view, ranking: past }), options)
    }
    const named = before === undefined ? null : ofRecord(question, before)
    const ofName = named === null ? null : await decideOn(understandQuestion(named, ['en']), vectors === null || embedder === null ? null : ((await embedder.embed([named], { priority: 'query' }))[0] ?? null))
    const decision = ofName?.kind === 'answerable' ? ofName : await decideOn(question, vectors?.[at] ?? null)
    parts.push({ ...decision, question: question.text })
  }
  const answerable = parts.filter(({ kind }) => kind === 'answerable').length
  return { outcome: answerable === parts.length ? 'answerable' : answerable > 0 ? 'partly' : 'refused', parts }
}

/** "And which decision came of it?" means something only after what it leans on. */
function inContext(question: Question, before: Question | null): string {
  return question.leans && before !== null ? `${before.text} ${question.text}` : question.text
}

/** What goes on about the record that the part before asked for, put with the name that answers that part; null where nothing does. */
function ofRecord({ text, leans }: Question, before: PartDecision): string | null {
  const kind = recordKindAsked(before.question)
  const [answer] = before.kind === 'answerable' && leans ? before.sentences : []
  const name = kind === null || answer === undefined ? null : recordNamed(kind, answer.candidate.text, answer.candidate.item)
  if (name === null) return null
  const named = withName(text, name)
  return named === text ? `${text.replace(/[?.\s]+$/, '')} ${name}?` : named
}

/** What was in force on a past day, or what stands there today: whichever search came nearer to the question. */
function nearer(now: PartView, then: PartView): PartView {
  const logitOf = ({ question, ranked, idf, ranking }: PartView) => {
    const features = gateFeatures(question, ranked, idf, ranking)
    return features === null ? -Infinity : gateLogit(features)
  }
  const isThen = then.ranking.weak === now.ranking.weak ? logitOf(then) > logitOf(now) : now.ranking.weak
  return isThen ? then : now
}

function decide(start: PartView, { without }: AssessOptions): PartDecision {
  const { question, ranked } = start
  const features = gateFeatures(question, ranked, start.idf, start.ranking)
  const near = nearMissFeatures(question, ranked, start.idf)
  const made: AnswerabilityCheck[] = []
  const decided = {
    question: question.text, checks: made, ...(features === null ? {} : { gate: { features, logit: gateLogit(features) } }),
    ...(near === null ? {} : { nearMiss: { features: near, logit: nearMissLogit(near) } }),
  }
  let view = start
  for (const name of checkNames) {
    if (without?.has(name) === true) continue
    const finding = checks[name](view)
    if (finding.passed) {
      made.push({ check: name, passed: true, note: finding.note, evidenceIds: finding.evidenceIds })
      if (finding.standing !== undefined) view = { ...view, standing: finding.standing }
      continue
    }
    made.push({ check: name, passed: false, note: finding.missing, evidenceIds: finding.evidenceIds })
    const first = finding.first ?? []
    const nearest = [...first, ...ranked.filter((entry) => !first.includes(entry))].slice(0, 6)
    return { ...decided, kind: 'refused', reason: finding.reason, missing: finding.missing, supported: finding.supported === undefined ? describeSupport(ranked) : finding.supported, sentences: nearest }
  }
  if (view.standing.length === 0) return { ...decided, kind: 'refused', reason: 'outside-the-collection', missing: 'No passage bears on this.', supported: null, sentences: [] }
  return { ...decided, kind: 'answerable', type: question.type, sentences: view.standing }
}
