import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPublicSets, fitClaimScore, formatScoreModel } from '@/lib/evaluation'
import { Fault } from '@/lib/foundation'
import { fitAbstention } from './evaluate-abstention'

/**
 * Fits again what is shipped as data: of abstention sets the gate, what tells near misses and the sentence ranker; of all
 * claim sets there together the score of a claim. Everything is fitted on half A and given as it is to be copied. Throws
 * Fault `bad-input` where there is no such set.
 */
export async function evaluateFit(path: string, cache: string): Promise<string> {
  const sets = await findPublicSets(path)
  const claims = sets.flatMap((set) => (set.kind === 'claims' ? [set] : []))
  const abstention = sets.flatMap((set) => (set.kind === 'abstention' ? [set] : []))
  if (claims.length + abstention.length === 0) throw new Fault('bad-input', `${path} holds no set of claims and no abstention set, and nothing is fitted to others.`)
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-fit-'))
  try {
    const parts: string[] = []
    for (const set of abstention) parts.push(await fitAbstention(set, { scratch, cache }))
    if (claims.length > 0) parts.push(formatScoreModel(fitClaimScore(claims)))
    return parts.join('\n\n')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
