export { extractiveSynthesizer, extractionSettings } from './extractive-synthesizer'
export { languageModelSynthesizer } from './language-model-synthesizer'
export type { DraftClaim, EvidenceForSynthesis, Synthesizer, SynthesisUsage } from './draft-claim'
