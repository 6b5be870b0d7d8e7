import type { Page } from '@playwright/test'
import { ask, expect, expectNoSidewaysScroll, refusedQuestion, test } from './fixtures'

/** Each of the page's narrower queries finds something; gives their number. */
async function followNarrower(page: Page): Promise<number> {
  const section = page.getByRole('main').locator('section').filter({ has: page.getByRole('heading', { name: 'Searches that find something' }) })
  const addresses = await section.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expect(page.getByText('No passage matches this')).toHaveCount(0)
  }
  return addresses.length
}

test('a question outside the notes is declined: nothing is cited, and what is missing is said', async ({ page }) => {
  await ask(page, refusedQuestion)
  await expect(page.getByText(/^Not answered/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Source \d+$/ })).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page.getByRole('main').locator('strong').first()).toContainText(/\w+ \w+/)
  await expect(page.getByRole('main')).not.toContainText(/confidence|\d ?%|based on the available information/i)
  await expectNoSidewaysScroll(page)
  await followNarrower(page)
})

test('a fact that the notes lack is named beside what they do hold, and the narrower queries lead somewhere', async ({ page }) => {
  await ask(page, 'How many times is a receipt webhook attempted before it is given up?')
  await expect(page.getByText(/^Not answered/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Source \d+$/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Strongest passages' })).toBeVisible()
  expect(await followNarrower(page)).toBeGreaterThan(0)
})
