import { expect, test as base, type Browser, type Page } from '@playwright/test'
import { sharedProduct, type Product } from './product'

interface ProductFixtures {
  readonly product: Product
}

interface PageFixtures {
  /** What the browser complained of; checked after every test. A page that is not there says so itself. */
  readonly complaints: string[]
}

/** For tests without a browser. */
export const commandTest = base.extend<ProductFixtures>({
  // Playwright reads a fixture's needs from the pattern, and this one has none.
  product: async ({}, use) => { await use(sharedProduct()) },
})

/** A browser in which the owner has signed in; every page it opens must leave the console without errors. */
export const test = commandTest.extend<PageFixtures>({
  baseURL: async ({ product }, use) => { await use(product.url) },
  storageState: async ({ product }, use) => { await use(product.ownerState) },
  complaints: [async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      const ownAddress = message.location().url === page.url() && /status of 404/.test(message.text())
      if (message.type() === 'error' && !ownAddress) complaints.push(`${message.location().url}: ${message.text()}`)
    })
    page.on('pageerror', (error) => { complaints.push(`${page.url()}: ${error.message}`) })
    await use(complaints)
    expect(complaints).toEqual([])
  }, { auto: true }],
})

export { expect }

/** A page of a browser in which nobody has signed in. */
export async function openStranger(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, storageState: { cookies: [], origins: [] } })
  return context.newPage()
}

export const answeredQuestion = 'Which retry policy does Z29C use for an adapter with no idempotency and no status lookup?'
export const refusedQuestion = 'What is a prime number?'

/** Asks in the box of the first page and waits for the whole answer. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('searchbox').fill(question)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page).toHaveURL(/\/answers\/ans_\w+$/)
  await answerEnd(page)
}

/** What stands under every finished answer. */
export async function answerEnd(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /^Evidence set/ })).toBeVisible({ timeout: 30_000 })
}

/** The sentences of an answer, as they stand on its page. */
export async function claimsOf(page: Page): Promise<string[]> {
  return page.getByRole('main').getByRole('article').allInnerTexts()
}

/** The page is as wide as its window: nothing has to be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
}
