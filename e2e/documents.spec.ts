import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, expectNoSidewaysScroll, openStranger, test } from './fixtures'
import { readApi } from './product'

const found = z.object({ results: z.array(z.object({ documentId: z.string(), sourcePath: z.string() })) })

const decision = /A state for outcomes we do not know/

async function openFound(page: Page, query: string, title: RegExp): Promise<void> {
  await page.goto(`/search?q=${encodeURIComponent(query)}`)
  await page.getByRole('main').getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test('a document says which documents link to it, and its links lead there', async ({ page }) => {
  await openFound(page, 'a state for outcomes we do not know', decision)
  const linkedFrom = page.getByRole('region', { name: 'Linked from' })
  await expect(linkedFrom).toBeVisible()
  const [from] = await linkedFrom.getByRole('link').all()
  const name = (await from?.textContent()) ?? ''
  await from?.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expectNoSidewaysScroll(page)
})

test('the lineage of a document leads from the file over its passages to the index that holds them', async ({ page }) => {
  await openFound(page, 'a state for outcomes we do not know', decision)
  await page.getByRole('link', { name: /lineage/i }).first().click()
  await expect(page).toHaveURL(/\/lineage\?/)
  const step = (name: string) => page.locator('dl.facts > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
  await expect(step('Source')).toContainText('a folder')
  await expect(step('File')).toContainText('decision-0054-outcome-unknown-state.md')
  await expect(step('Revision')).toContainText(/SHA-256 [0-9a-f]{64}/)
  await step('Passages').getByRole('link').first().click()
  await expect(step('Passage')).toContainText(/psg_\w+_\d+_/)
  await expect(step('Indexes')).toContainText(/Index \d+, active/)
  await expectNoSidewaysScroll(page)
})

test('the status page cuts what the index holds four ways, each adding up to the same whole', async ({ page }) => {
  await page.goto('/status')
  const table = page.getByRole('region', { name: 'What the index holds' })
  const rows = (await table.locator('tbody tr').all()).map(async (row) => row.locator('td').allTextContents())
  const sums = new Map<string, number>()
  let cut = ''
  for (const [label = '', , passages = '0'] of await Promise.all(rows)) {
    cut = label === '' ? cut : label
    sums.set(cut, (sums.get(cut) ?? 0) + Number(passages.replaceAll(',', '')))
  }
  expect([...sums.keys()]).toEqual(['Project', 'Kind', 'Readable by', 'Time'])
  expect(new Set(sums.values()).size).toBe(1)
  expect([...sums.values()][0]).toBeGreaterThan(100)
})

test('on a narrow status page what tables are about wraps, and a wide table scrolls in a box that the keyboard reaches', async ({ page }) => {
  await page.setViewportSize({ width: 380, height: 800 })
  await page.goto('/status')
  const table = page.getByRole('region', { name: 'What the index holds' })
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
  for (const words of await page.getByRole('main').locator('p').all()) expect(await words.evaluate((box) => box.getBoundingClientRect().right)).toBeLessThanOrEqual(380)
  await expectNoSidewaysScroll(page)
})

test('a stranger is shown the lineage of what is public without its folder, and of nothing else', async ({ browser, page, product }) => {
  await openFound(page, 'a state for outcomes we do not know', decision)
  const address = (await page.getByRole('link', { name: /lineage/i }).first().getAttribute('href')) ?? ''
  const { results } = found.parse(await readApi(product.dataDir, '/api/search?q=seal+key+envelopes+notary'))
  const hiddenId = results.find(({ sourcePath }) => sourcePath.startsWith('notes/private/'))?.documentId ?? 'none'
  const stranger = await openStranger(browser, product)
  expect((await stranger.goto(address))?.status()).toBe(200)
  await expect(stranger.locator('dl.facts > div').first()).toHaveText(/^Sourcea folder( \(samples\))?$/)
  expect((await stranger.goto(`/lineage?document=${hiddenId}&revision=1`))?.status()).toBe(404)
  await page.goto(`/lineage?document=${hiddenId}&revision=1`)
  await expect(page.locator('dl.facts')).toContainText('notes/private/')
  await stranger.context().close()
})
