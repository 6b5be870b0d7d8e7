import { join } from 'node:path'
import { assess, checkNames, gateCoefficients, type CheckName } from '@/lib/answerability'
import { ablateChecks, calibrateGate, formatAblation, formatCalibration, gateOf, readCases, type AblatedCase, type CalibrationCase } from '@/lib/evaluation'
import { assembleEvidence } from '@/lib/evidence'
import { readSettings } from '@/lib/foundation'
import { fillIndex, inDatabase } from './bench-database'
import { openVectorCache } from './vector-cache'
import { withEmbedder } from './with-embedder'

interface CheckOptions {
  readonly corpus: string
  readonly cases: string
  readonly work: 'ablate' | 'calibrate'
}

/**
 * Has each labelled case decided as an answer is, up to where synthesis would begin, and says which cases each check alone
 * decides, or fits the gate on one half of the cases and reports the other.
 */
export async function evaluateChecks({ corpus, cases: folder, work }: CheckOptions): Promise<string> {
  const settings = readSettings()
  const cases = await readCases(folder)
  const cache = await openVectorCache(join(settings.dataDir, 'bench-vectors'))
  return withEmbedder(settings, (opened) => inDatabase(settings, join(settings.dataDir, 'evaluation-checks'), async (database, reader) => {
    const embedder = cache.over(opened)
    await fillIndex(database, reader, corpus, embedder)
    await cache.save()
    const services = { database, embedder: { state: 'ready' as const, embedder: opened } }
    const ablated: AblatedCase[] = []
    const calibrated: CalibrationCase[] = []
    for (const asked of cases) {
      const evidence = await assembleEvidence(asked.as, { query: asked.question, ...(asked.asOf === null ? {} : { filters: { asOf: asked.asOf } }) }, services)
      const vectors = evidence.set.mode === 'hybrid' ? opened : null
      const whole = await assess(evidence, vectors)
      const gate = gateOf(whole)
      if (gate !== null) calibrated.push({ id: asked.id, category: asked.category, answerable: asked.outcome !== 'refused', ...gate })
      if (work === 'calibrate') continue
      const outcomeWithout = async (name: CheckName) => (await assess(evidence, vectors, { without: new Set([name]) })).outcome
      ablated.push({ asked, whole: whole.outcome, without: {
        entities: await outcomeWithout('entities'), outside: await outcomeWithout('outside'), combination: await outcomeWithout('combination'),
        contradiction: await outcomeWithout('contradiction'), directness: await outcomeWithout('directness'), currency: await outcomeWithout('currency'),
      } })
    }
    return work === 'calibrate' ? formatCalibration(calibrateGate(calibrated, gateCoefficients)) : formatAblation(ablateChecks(checkNames, ablated))
  }))
}
