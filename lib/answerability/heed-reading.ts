import type { Answerability, PartDecision } from './answerability'

/** What a configured model makes of the evidence. */
export interface Reading {
  readonly answerable: 'yes' | 'in-part' | 'no'
  readonly reason: string
  readonly evidenceIds: readonly string[]
}

/**
 * A decision made more cautious by a model's reading, never less: "no" refuses what the checks would have let pass,
 * "in part" says so beside it, and what the checks refuse stays refused. The model's words are kept with the checks, for
 * the owner; the reader is told in ours.
 */
export function heedReading(decision: Answerability, reading: Reading): Answerability {
  const parts = decision.parts.map((part): PartDecision => {
    const checks = [...part.checks, { check: 'model' as const, passed: reading.answerable === 'yes', note: reading.reason, evidenceIds: reading.evidenceIds }]
    if (part.kind === 'refused' || reading.answerable !== 'no') return { ...part, checks }
    const { question, sentences, gate } = part
    return {
      kind: 'refused', question, sentences, checks, ...(gate === undefined ? {} : { gate }), reason: 'only-indirect', supported: 'The passages below are about it.',
      missing: 'The configured model, which also reads the evidence, does not find that it states what was asked.',
    }
  })
  if (decision.outcome === 'refused') return { ...decision, parts }
  return { parts, outcome: reading.answerable === 'no' ? 'refused' : reading.answerable === 'in-part' ? 'partly' : decision.outcome }
}
