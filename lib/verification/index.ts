export { verifierVersion, verifyClaim } from './verify-claim'
export type { CitedPassage, DraftedClaim, Support, Verdict, Verification } from './verdict'
