export const refusalReasons = [
  'missing-entity', 'missing-relationship', 'contradicted-sources', 'ambiguous-period', 'outside-the-collection',
  'only-indirect', 'out-of-date', 'unsupported-combination', 'no-claim-survived', 'synthesis-unavailable',
] as const
export type RefusalReason = (typeof refusalReasons)[number]
