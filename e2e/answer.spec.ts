import { answerEnd, answeredQuestion, ask, claimsOf, expect, expectNoSidewaysScroll, test } from './fixtures'

test('a question that the notes answer is answered in their words, each sentence with its verdict and source', async ({ page }) => {
  await ask(page, answeredQuestion)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(answeredQuestion)
  const claims = (await claimsOf(page)).join('\n')
  expect(claims).toMatch(/not retried automatically|never retried automatically/)
  expect(claims).toMatch(/outcome-unknown/)
  for (const claim of await page.getByRole('main').getByRole('article').all()) {
    await expect(claim.getByText(/^Supported|^Partially supported/)).toBeVisible()
    expect(await claim.getByRole('link', { name: /^Source \d+$/ }).count()).toBeGreaterThan(0)
  }
  await expect(page.getByText(/^Answered (in part )?from \d+ passages? in \d+ documents?/)).toBeVisible()
  await expect(page.getByText(/^A citation proves where a sentence comes from/)).toBeHidden()
  await page.getByText('What a citation proves', { exact: true }).click()
  await expect(page.getByText(/^A citation proves where a sentence comes from/)).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('a citation leads to its passage beside the claim, and on to that passage in the revision it was read from', async ({ page }) => {
  await ask(page, answeredQuestion)
  const source = page.getByRole('complementary', { name: /^Source \d+$/ })
    .filter({ has: page.getByRole('link', { name: 'Retry and recovery policy' }) }).filter({ hasText: 'Unknown outcome' }).first()
  const name = await source.getAttribute('aria-label')
  await page.getByRole('link', { name: name ?? '', exact: true }).first().click()
  await expect(source).toBeInViewport()
  const quoted = (await source.locator('mark').allInnerTexts()).join('')
  expect(quoted).toContain('not retried automatically')

  await source.getByRole('link', { name: 'Retry and recovery policy' }).click()
  await expect(page).toHaveURL(/\/documents\/doc_\w+\?revision=5&from=\d+&to=\d+#cited$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retry and recovery policy')
  await expect(page.getByRole('main').getByText('revision 5', { exact: true })).toBeVisible()
  const highlighted = (await page.getByRole('main').locator('mark').allInnerTexts()).join('')
  expect(highlighted).toContain('not retried automatically')
  await expect(page.locator('mark').first()).toBeInViewport()
  await expectNoSidewaysScroll(page)
})

test('an answer’s page is the same whenever it is opened, and asking again repeats its claims', async ({ page }) => {
  await ask(page, answeredQuestion)
  const claims = await claimsOf(page)
  await page.reload()
  await answerEnd(page)
  const whole = await page.getByRole('main').innerText()
  expect(await claimsOf(page)).toEqual(claims)
  await page.reload()
  await answerEnd(page)
  expect(await page.getByRole('main').innerText()).toBe(whole)

  await page.getByRole('button', { name: 'Answer again' }).click()
  await expect(page).toHaveURL(/\/answers\/ans_\w+\/r\/2$/)
  await answerEnd(page)
  expect(await claimsOf(page)).toEqual(claims)
  await page.getByRole('link', { name: 'revision 1', exact: true }).click()
  await expect(page).toHaveURL(/\/r\/1$/)
  expect(await claimsOf(page)).toEqual(claims)

  await ask(page, answeredQuestion)
  expect(await claimsOf(page)).toEqual(claims)
})

test('each document of a count leads with what its record says, its own words after that', async ({ page }) => {
  await ask(page, 'How many incidents of Z29C were there?')
  const articles = page.getByRole('main').getByRole('article')
  expect(await articles.count()).toBeGreaterThan(1)
  for (const article of await articles.all()) {
    await expect(article.getByRole('heading', { level: 3 }).getByRole('link')).toBeVisible()
    expect(await article.innerText()).toMatch(/^.+\n+Z29C\n+(\w+ )?incident, \d{4}[\s\S]*In its own words: “/)
    await expect(article.getByText(/^Supported/)).toHaveCount(0)
  }
  await expectNoSidewaysScroll(page)
})

test('answers are listed, newest first', async ({ page }) => {
  await ask(page, answeredQuestion)
  const { pathname } = new URL(page.url())
  await page.goto('/answers')
  await expect(page.getByRole('main').locator(`a[href^="${pathname}"]`).first()).toBeVisible()
})
