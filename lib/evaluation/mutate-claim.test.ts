import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { splitSentences } from '@/lib/analysis'
import { verifyClaim, verifyWithJudge, type CitedPassage } from '@/lib/verification'
import type { Label } from './case'
import { containsWords } from './contains-words'
import { mutateClaim, mutationKinds } from './mutate-claim'
import { readCases } from './read-cases'

const cases = await readCases('corpus/cases')

/** The sentences of the sample notes that the cases' answers rest on, each with the section it stands in. */
const shown = [...new Map(cases.flatMap(({ outcome, relevant }) => (outcome === 'refused' ? [] : relevant.flatMap(findSentences))).map((found) => [found.claim, found])).values()]

function findSentences({ path, contains, revision }: Label): { readonly claim: string; readonly passage: CitedPassage }[] {
  const older = readdirSync('corpus/revisions').sort().map((date) => `corpus/revisions/${date}/${path.replace('notes/', '')}`).filter(existsSync)
  const versions = [...older, `corpus/${path}`]
  const sections = readFileSync(versions[(revision ?? versions.length) - 1] ?? '', 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '').split(/\n(?=#)/)
  return sections.flatMap((section) => {
    const heading = /^#+ (.*)/.exec(section)?.[1] ?? ''
    const text = section.replace(/^#.*\n+/, '')
    const passage: CitedPassage = { evidenceId: 'e1', text, title: heading, headingPath: [heading], language: 'en' }
    const sentences = splitSentences(text, 'en').map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset))
    return sentences.filter((sentence) => containsWords(sentence, contains)).map((claim) => ({ claim, passage }))
  })
}

/** A judge that a lying model could be. */
const yes = () => Promise.resolve({ verdict: 'supported' as const, reason: 'It says so.' })

const prose = shown.filter(({ claim, passage }) => verifyClaim({ text: claim, evidenceIds: ['e1'] }, [passage]).verdict === 'supported')

describe('the sentences that the sample answers rest on', () => {
  test('are many, and nearly all carry themselves', () => {
    expect(prose.length).toBeGreaterThan(80)
    expect(prose.length / shown.length).toBeGreaterThan(0.85)
  })

  test.each(mutationKinds)('lose their support when one changes in %s, even with a judge that always says yes', async (kind) => {
    const mutated = prose.flatMap(({ claim, passage }) => mutateClaim(claim).filter((mutation) => mutation.kind === kind).map(({ text }) => ({ text, passage })))
    expect(mutated.length).toBeGreaterThan(10)
    const supported: string[] = []
    for (const { text, passage } of mutated) {
      const { verdict } = await verifyWithJudge({ text, evidenceIds: ['e1'] }, [passage], yes)
      if (verdict === 'supported') supported.push(text)
    }
    expect(supported).toEqual([])
  })
})
