import { answerEnd, answeredQuestion, claimsOf, expect, expectNoSidewaysScroll, test } from './fixtures'

test('an evidence set has its own address before any prose, and is answered from as it stands', async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent(answeredQuestion)}`)
  await page.getByRole('button', { name: /^Assemble evidence/ }).click()
  await expect(page).toHaveURL(/\/evidence\/evd_\w+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(answeredQuestion)
  const items = page.getByRole('main').getByRole('article')
  expect(await items.count()).toBeGreaterThan(2)
  await expect(page.getByRole('heading', { level: 2, name: 'Retry and recovery policy' })).toBeVisible()
  await expect(items.getByText(/, revision \d+, lines? \d+/).first()).toBeVisible()
  await expect(page.getByText(/Supported/)).toHaveCount(0)
  await expectNoSidewaysScroll(page)

  const listed = await items.allInnerTexts()
  const address = page.url()
  await page.reload()
  expect(await items.allInnerTexts()).toEqual(listed)

  await page.getByRole('button', { name: /^Answer from exactly this set/ }).click()
  await expect(page).toHaveURL(/\/answers\/ans_\w+$/)
  await answerEnd(page)
  expect(await claimsOf(page)).not.toEqual([])
  await page.getByRole('link', { name: /^Evidence set/ }).click()
  await expect(page).toHaveURL(`${address}/r/1`)
  expect(await items.allInnerTexts()).toEqual(listed)
})
