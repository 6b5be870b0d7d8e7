import type { Locator, Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, openStranger, test } from './fixtures'

/** The found passages: each has a heading that opens its document. */
function results(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link')
}

test('a search shows passages with their matches marked, where they stand, and why they matched', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('searchbox').fill('outcome-unknown retry')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/search\?q=outcome-unknown/)
  await expect(results(page).first()).toBeVisible()
  const main = page.getByRole('main')
  expect(await main.locator('mark').count()).toBeGreaterThan(0)
  for (const words of await main.locator('mark').allInnerTexts()) expect(words.toLowerCase()).toMatch(/outcome|unknown|retr/)
  await expect(main.getByText(/, revision \d+, lines? \d+/).first()).toBeVisible()
  await expect(results(page).first().locator('xpath=ancestor::section[1]').getByText(/words|meaning|phrase|title/i).last()).toBeVisible()
  await expect(main.getByText(/\d+ passages? in \d+ documents?/).first()).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('a found passage opens in its document, highlighted', async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent('"never retried automatically"')}`)
  const title = await results(page).first().innerText()
  await results(page).first().click()
  await expect(page).toHaveURL(/\/documents\/doc_\w+\?revision=\d+&from=\d+&to=\d+#cited$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('mark').first()).toBeInViewport()
})

test('filters by project, kind and year are links whose address holds them, and can be taken away', async ({ page, isMobile }) => {
  await page.goto('/search?q=retry')
  const filters = page.getByRole('navigation', { name: 'Filters' })
  const choose = async (name: RegExp): Promise<void> => {
    if (isMobile && !(await filters.getByRole('link', { name }).isVisible())) await filters.getByText(/^Filters/).click()
    await filters.getByRole('link', { name }).click()
  }
  await choose(/^Z29C/)
  await expect(page).toHaveURL(/project=Z29C/)
  await choose(/^reference/)
  await expect(page).toHaveURL(/kind=reference/)
  await choose(/^2022/)
  await expect(page).toHaveURL(/year=2022/)
  await expect(results(page).first()).toBeVisible()
  const places = await page.getByRole('main').getByText(/, revision \d+, lines? \d+/).allInnerTexts()
  for (const place of places) expect(place).toMatch(/reference, .*2022/)
  await page.reload()
  expect(await page.getByRole('main').getByText(/, revision \d+, lines? \d+/).allInnerTexts()).toEqual(places)
  await choose(/^Z29C/)
  await expect(page).not.toHaveURL(/project=/)
})

test('a query that matches nothing well says so before it shows what is nearest', async ({ page }) => {
  await page.goto('/search?q=zxqv+blorptangle+wibblefrotz')
  await expect(page.getByText(/No passage matches this( well)?\./)).toBeVisible()
  await expect(results(page).first()).toBeHidden()
})

test('an unclosed quotation mark is forgiven and said', async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent('"outcome unknown')}`)
  await expect(page.getByText(/quotation mark/i).first()).toBeVisible()
  await expect(results(page).first()).toBeVisible()
})

test('a misspelt word gets the word the notes have, as a link that finds it', async ({ page }) => {
  await page.goto('/search?q=retry+polciy')
  await page.getByRole('main').getByRole('link', { name: 'retry policy', exact: true }).click()
  await expect(page).toHaveURL(/\/search\?q=retry\+policy$/)
  await expect(results(page).first()).toBeVisible()
  await expect(page.getByText(/Did you mean/)).toBeHidden()
})

test('a search that finds nothing offers wider ones', async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent('"retry never such policy" kind:decision')}`)
  await page.getByRole('link', { name: /in any order, without filters: retry never such policy/ }).click()
  await expect(results(page).first()).toBeVisible()
  await page.goto('/search?q=kind:decision')
  await expect(page.getByText(/Filters alone find nothing/)).toBeVisible()
})

test('a wider search is offered only where it finds something, and a kind that there is not is told', async ({ page }) => {
  await page.goto('/search?q=retry&project=NOPE&kind=journal')
  await expect(page.getByText('“kind=journal” in the address was left out: the kinds are note, decision,')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Search without the chosen filters' })).toBeVisible()
  await expect(main.getByRole('link', { name: /older revisions and superseded documents/ })).toHaveCount(0)
  await page.goto(`/search?q=${encodeURIComponent('zxqv year:1999')}`)
  await expect(page.getByText(/^A wider search finds nothing that fits better: /)).toBeVisible()
  await expect(main.getByRole('link', { name: /^Search / })).toHaveCount(0)
})

test('a question that cannot be asked stays in its box, which says why', async ({ page }) => {
  await page.goto('/status')
  const box = page.getByRole('searchbox')
  const problem = () => box.evaluate((input) => (input as HTMLInputElement).validationMessage)
  await expect(async () => {
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    expect(await problem()).toBe('Write a question first.')
  }).toPass()
  const long = 'retry '.repeat(500)
  await box.fill(long)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  expect(await problem()).toMatch(/longer than 2,000 characters/)
  await expect(page).toHaveURL(/\/status$/)
  await expect(box).toHaveValue(long)
  await box.fill('retry')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/search\?q=retry$/)
})

test('the owner sees how an order came about; a stranger with the same address does not', async ({ page, browser, product }) => {
  await page.goto('/search?q=retry+policy')
  await page.getByRole('link', { name: 'How this order came about' }).click()
  await expect(page).toHaveURL(/explain=1/)
  const first = page.getByRole('main').locator('section.passage').first()
  await first.getByText(/^By words place/).click()
  await expect(first.getByRole('columnheader', { name: 'Weight' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Rarity (idf)' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  const stranger = await openStranger(browser, product)
  await stranger.goto('/search?q=retry+policy&explain=1')
  await expect(results(stranger).first()).toBeVisible()
  await expect(stranger.getByText(/How this order|By words place/)).toHaveCount(0)
  await expect(stranger.locator('a[href*="explain"]')).toHaveCount(0)
  await stranger.context().close()
})

test('h searches history too, and no longer', async ({ page }) => {
  await page.goto('/search?q=retry+policy')
  await expect(async () => {
    await page.keyboard.press('h')
    await expect(page).toHaveURL(/history=1/, { timeout: 3000 })
  }).toPass()
  await expect(async () => {
    await page.keyboard.press('h')
    await expect(page).not.toHaveURL(/history=1/, { timeout: 3000 })
  }).toPass()
})

test('an empty search explains what can be written', async ({ page }) => {
  await page.goto('/search')
  await expect(page.getByRole('main').getByText('"exact phrase"')).toBeVisible()
})

test('/ goes to the box, j and k walk the results, Enter opens', async ({ page }) => {
  await page.goto('/search?q=retry+policy')
  await expect(results(page).nth(1)).toBeVisible()
  const box = page.getByRole('searchbox')
  // The keys work as soon as the page's script runs; until then the press goes nowhere.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(box).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(box).not.toBeFocused()
  await page.keyboard.press('j')
  await expect(results(page).nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(results(page).nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(results(page).nth(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documents\/doc_/)
})
