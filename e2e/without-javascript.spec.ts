import { answeredQuestion, answerEnd, ask, claimsOf, expect, refusedQuestion, test } from './fixtures'

test.use({ javaScriptEnabled: false })

test('without JavaScript a search finds, narrows and opens', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('searchbox').fill('retry policy')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/search\?q=retry\+policy/)
  const results = page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link')
  await expect(results.first()).toBeVisible()
  expect(await page.getByRole('main').locator('mark').count()).toBeGreaterThan(0)
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: /^Z29C/ }).click()
  await expect(page).toHaveURL(/project=Z29C/)
  await results.first().click()
  await expect(page).toHaveURL(/#cited$/)
  await expect(page.locator('mark').first()).toBeInViewport()
  await page.goto('/search?q=zxqv+blorptangle+wibblefrotz')
  await expect(page.getByText(/No passage matches this( well)?\./)).toBeVisible()
  await page.goto(`/search?q=${encodeURIComponent('"outcome unknown')}`)
  await expect(page.getByText(/quotation mark/i).first()).toBeVisible()
})

test('without JavaScript a question is answered, its citation opens, and evidence is assembled and answered from', async ({ page }) => {
  await ask(page, answeredQuestion)
  const claims = await claimsOf(page)
  expect(claims.join('\n')).toMatch(/(not|never) retried automatically/)
  await page.reload()
  expect(await claimsOf(page)).toEqual(claims)
  await page.getByRole('complementary', { name: /^Source \d+$/ }).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/documents\/doc_\w+\?revision=\d+&from=\d+&to=\d+#cited$/)
  await expect(page.locator('mark').first()).toBeInViewport()

  await page.goto(`/search?q=${encodeURIComponent(answeredQuestion)}`)
  await page.getByRole('button', { name: /^Assemble evidence/ }).click()
  await expect(page).toHaveURL(/\/evidence\/evd_\w+$/)
  await page.getByRole('button', { name: /^Answer from exactly this set/ }).click()
  await answerEnd(page)
  expect(await claimsOf(page)).toEqual(claims)
})

test('without JavaScript what was written comes back with the reason it was not asked', async ({ page }) => {
  await page.goto('/search?q=retry')
  await page.getByRole('searchbox').fill('ab '.repeat(700))
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByText(/longer than 2,000 characters/)).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('ab '.repeat(500))
})

test('without JavaScript a question outside the notes is declined', async ({ page }) => {
  await ask(page, refusedQuestion)
  await expect(page.getByText(/^Not answered/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Source \d+$/ })).toHaveCount(0)
})
