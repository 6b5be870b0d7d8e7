import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { answeredQuestion, ask, expect, expectNoSidewaysScroll, openStranger, refusedQuestion, test } from './fixtures'

async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** How each page is reached. */
const pages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  home: (page) => page.goto('/'),
  search: (page) => page.goto('/search?q=retry+policy'),
  'a search that finds little': (page) => page.goto('/search?q=zxqv+blorptangle+wibblefrotz'),
  evidence: async (page) => {
    await page.goto('/search?q=retry+policy')
    await page.getByRole('button', { name: /^Assemble evidence/ }).click()
    await expect(page).toHaveURL(/\/evidence\/evd_/)
  },
  answer: (page) => ask(page, answeredQuestion),
  refusal: (page) => ask(page, refusedQuestion),
  document: async (page) => {
    await page.goto('/search?q=retry+policy')
    await page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/documents\/doc_/)
  },
  answers: (page) => page.goto('/answers'),
  status: (page) => page.goto('/status'),
  'not-found': (page) => page.goto('/documents/doc_none'),
}

test('a browser that asks for an icon before a page has named one gets it', async ({ request, product }) => {
  const icon = await request.get(`${product.url}/favicon.ico`)
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toContain('image/svg+xml')
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, open] of Object.entries(pages)) {
    test(`the ${name} page has no violations that axe knows, in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await open(page)
      expect(await violations(page)).toEqual([])
      await expectNoSidewaysScroll(page)
    })
  }

  test(`the sign-in page has no violations that axe knows, in ${colorScheme}`, async ({ browser, product }) => {
    const stranger = await openStranger(browser, product)
    await stranger.emulateMedia({ colorScheme })
    for (const address of ['/sign-in', '/sign-in?token=made-up', '/sign-in?outcome=spent']) {
      await stranger.goto(address)
      expect(await violations(stranger)).toEqual([])
    }
  })
}
