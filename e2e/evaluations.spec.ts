import AxeBuilder from '@axe-core/playwright'
import { z } from 'zod'
import { expect, expectNoSidewaysScroll, openStranger, test } from './fixtures'
import { readHolder } from './product'

const stages = ['retrieval', 'selection', 'outcome', 'required', 'forbidden', 'support', 'refusal', 'containment', 'access']
const stored = z.object({ runId: z.string() })

/** A run of one case, which ended as `outcome`. */
function runOf(outcome: 'answered' | 'refused', claim: string, finishedAt: string): unknown {
  const right = outcome === 'answered'
  return {
    version: 1, startedAt: finishedAt, finishedAt, generation: 1, corpusDigest: 'corpus', casesDigest: 'cases', configuration: { chunker: outcome },
    results: [{
      id: 'spare-key', category: 'paraphrase', question: 'Where does the spare key hang?', as: 'owner', asOf: null, trap: null, expected: 'answered', acceptable: [], outcome,
      refusalReason: right ? null : 'missing-entity', fault: null, answerId: null, claims: right ? [claim] : [],
      counts: Object.fromEntries(stages.map((stage) => [stage, { n: stage === 'outcome' && !right ? 0 : 1, of: 1 }])),
      findings: right ? [] : [{ stage: 'outcome', message: 'The outcome is refused, right would be answered.' }], ranks: { 'nDCG@10': 1, MRR: 1 },
      measures: [{ stage: 'evidence', ms: 12, inputTokens: 0, outputTokens: 0, usd: 0 }],
    }],
    gates: null,
  }
}

async function store(dataDir: string, run: unknown): Promise<string> {
  const { url, token } = await readHolder(dataDir)
  const response = await fetch(new URL('/api/evaluations', url), { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(run) })
  return stored.parse(await response.json()).runId
}

test('a stored run is listed, opens, and stands beside another case by case, for the owner alone', async ({ page, browser, product }) => {
  const earlier = await store(product.dataDir, runOf('refused', '', '2026-01-01T10:00:00.000Z'))
  const later = await store(product.dataDir, runOf('answered', 'The spare key hangs behind the shed.', '2026-01-02T10:00:00.000Z'))
  await page.goto('/status')
  await page.getByRole('link', { name: /^Evaluations/ }).click()
  await expect(page.getByRole('img', { name: /^Shares over \d+ runs: outcome from/ })).toBeVisible()
  await page.locator(`a[href="/evaluations/${later}"]`).click()
  await expect(page.getByRole('table', { name: 'By category and stage' })).toHaveAccessibleDescription(/How many of how many/)
  await page.getByRole('combobox').selectOption(earlier)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page).toHaveURL(`/evaluations/${later}?against=${earlier}`)
  const changed = page.getByRole('article').filter({ hasText: 'Where does the spare key hang?' })
  await expect(changed).toContainText('Ended as refused, right would be answered.')
  await expect(changed).toContainText('The spare key hangs behind the shed.')
  await page.goto(`/evaluations/${earlier}`)
  const ending = page.getByText('Ended as refused, right would be answered.')
  await expect(ending).toBeHidden()
  await page.getByText('Show it', { exact: true }).click()
  await expect(ending).toBeHidden()
  await page.locator('details.case > summary').filter({ hasText: 'Where does the spare key hang?' }).click()
  await expect(ending).toBeVisible()
  const stranger = await openStranger(browser, product)
  for (const address of ['/evaluations', `/evaluations/${later}`, `/evaluations/${later}?against=${earlier}`]) {
    expect((await stranger.goto(address))?.status()).toBe(404)
    expect(await stranger.content()).not.toContain('spare key')
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [375, 1200]) {
    test(`the pages of evaluations have no violations that axe knows, ${colorScheme}, ${width} wide`, async ({ page, product }) => {
      const run = await store(product.dataDir, runOf('answered', 'The spare key hangs behind the shed.', '2026-01-02T10:00:00.000Z'))
      const before = await store(product.dataDir, runOf('refused', '', '2026-01-01T10:00:00.000Z'))
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      for (const address of ['/evaluations', `/evaluations/${before}`, `/evaluations/${run}?against=${before}`]) {
        await page.goto(address)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
        await expectNoSidewaysScroll(page)
      }
    })
  }
}
