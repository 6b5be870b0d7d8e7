import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { Download, Page } from '@playwright/test'
import { parse } from 'yaml'
import { z } from 'zod'
import { answeredQuestion, ask, claimsOf, expect, expectNoSidewaysScroll, openStranger, refusedQuestion, test } from './fixtures'
import { k81r } from './product'

const gapQuestion = 'How many times is a receipt webhook attempted before it is given up?'
const exported = z.object({ claims: z.array(z.object({ citations: z.array(z.object({ number: z.number() })) })) })
const main = (page: Page) => page.getByRole('main')
const idOf = (page: Page) => /ans_\w+/.exec(page.url())?.[0] ?? 'none'
const textOf = async (download: Download) => readFile(await download.path(), 'utf8')

async function download(page: Page, name: string): Promise<string> {
  const [started] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name, exact: true }).click()])
  return textOf(started)
}

async function makeLink(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share this answer')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = main(page).getByRole('status').getByRole('link')
  await expect(link).toHaveText(/\/share\/[\w-]{43}$/)
  return (await link.getAttribute('href')) ?? ''
}

test('an answer is exported as Markdown and JSON with the citation numbers of its page, by page and command', async ({ page, product }) => {
  await ask(page, answeredQuestion)
  const numbers = await main(page).getByRole('article').evaluateAll((claims) => claims.map((claim) => [...claim.querySelectorAll('.statement sup')].map((mark) => mark.textContent)))
  const markdown = await download(page, 'Export as Markdown')
  const marked = markdown.split('\n').filter((line) => !line.startsWith('[^') && line.includes('[^')).map((line) => [...line.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => number))
  expect(numbers.length).toBeGreaterThan(0)
  expect(marked).toEqual(numbers)
  const json: unknown = JSON.parse(await download(page, 'Export as JSON'))
  expect(exported.parse(json).claims.map(({ citations }) => citations.map(({ number }) => String(number)))).toEqual(numbers)
  expect(await k81r(['export', idOf(page)], product.environment)).toMatchObject({ code: 0, stdout: markdown })
  expect(JSON.parse((await k81r(['export', idOf(page), '--revision', '1', '--json'], product.environment)).stdout)).toEqual(json)
  expect(await k81r(['export', idOf(page), '--as', 'public'], product.environment)).toMatchObject({ code: 2, stdout: '' })
  expect(await k81r(['export', 'ans_0000000000000000000'], product.environment)).toMatchObject({ code: 2, stdout: '' })
})

test('a bookmark is set and taken away, and the history finds by words, outcome and bookmark', async ({ page }) => {
  await ask(page, answeredQuestion)
  const id = idOf(page)
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('This answer is bookmarked.')
  await page.goto('/answers')
  await page.getByRole('textbox', { name: 'Words in the question' }).fill('lookup IDEMPOTENCY')
  await page.getByRole('checkbox', { name: 'bookmarked only' }).check()
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('not answered')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(main(page).locator(`a[href="/answers/${id}"]`)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('any')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/words=lookup\+IDEMPOTENCY/)
  await main(page).locator(`a[href="/answers/${id}"]`).click()
  await page.getByRole('button', { name: 'Remove the bookmark' }).click()
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toBeVisible()
  await page.goto('/answers')
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('closest evidence')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/outcome=closest/)
  await expect(main(page).locator(`a[href="/answers/${id}"]`)).toHaveCount(0)
  for (const words of await main(page).locator('.lines li > span').allInnerTexts()) expect(words).toContain('closest evidence')
  await page.goto('/answers?bookmarked=1')
  await expect(main(page).locator(`a[href="/answers/${id}"]`)).toHaveCount(0)
})

test('feedback on a revision is listed for the owner as a draft of a case, which can be downloaded', async ({ page }) => {
  await ask(page, answeredQuestion)
  const id = idOf(page)
  await page.getByText('Say what is wrong with this answer').click()
  // It was answered.
  await expect(page.getByRole('radio', { name: 'It is unclear why it was not answered' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'A sentence says more than its source does' }).check()
  // A word without an end breaks, and one that turns the direction of writing turns nothing else.
  await page.getByRole('textbox', { name: /In your own words/ }).fill(`“Never” is too strong. ${'z'.repeat(500)} \u202e<b>not bold</b>`)
  await page.getByRole('button', { name: 'Note this for revision 1' }).click()
  await expect(page.getByRole('status')).toHaveText('Your feedback on this revision is noted.')
  await expect(page.getByRole('status')).toHaveClass(/\bdone\b/)
  await page.goto('/feedback')
  const entry = main(page).locator('section').filter({ has: page.locator(`a[href="/answers/${id}/r/1"]`) })
  await expect(entry).toContainText('“Never” is too strong.')
  await expect(entry).toContainText('<b>not bold</b>')
  await expectNoSidewaysScroll(page)
  await entry.getByText('Draft of an evaluation case').click()
  const draft = await download(page, 'Download the draft')
  expect(parse(draft)).toMatchObject({ version: 1, cases: [{ question: answeredQuestion, outcome: expect.stringMatching(/answered|partial/), forbidden: expect.any(Array) }] })
  expect(draft).toContain('# In the words of whoever gave it: “Never” is too strong.')
  await entry.getByRole('button', { name: /^Remove the feedback/ }).click()
  await expect(main(page).locator(`a[href="/answers/${id}/r/1"]`)).toHaveCount(0)
})

test('a form that names nothing, too much or nothing that is there gets a clear sentence', async ({ page, product }) => {
  await ask(page, answeredQuestion)
  const id = idOf(page)
  const post = async (path: string, form: Record<string, string>) => (await page.request.post(path, { form, headers: { origin: product.url }, maxRedirects: 0 })).headers()['location']
  const about = { answerId: id, revision: '1' }
  expect(await post('/answers/feedback', { ...about, words: 'x' })).toBe(`/answers/${id}/r/1?notice=feedback-category`)
  expect(await post('/answers/feedback', { ...about, category: 'presentation', words: 'x'.repeat(4_001) })).toBe(`/answers/${id}/r/1?notice=words-long`)
  // A browser lets 4,000 characters be written and sends each line’s end as two.
  expect(await post('/answers/feedback', { ...about, category: 'presentation', words: 'x\r\n'.repeat(2_000) })).toBe(`/answers/${id}/r/1?notice=feedback-given`)
  expect(await post('/saved/keep', { ...about, note: 'x' })).toMatch(/notice=not-a-gap$/)
  expect(await post('/share/new', { ...about, days: '365' })).toBe(`/answers/${id}/r/1/share?notice=share-days`)
  for (const path of ['/answers/feedback', '/answers/bookmark', '/saved/keep', '/saved/remove', '/share/new', '/share/revoke', '/feedback/remove']) expect(await post(path, { answerId: 'ans_none', revision: '0' })).toBe('/?problem=gone')
  await page.goto(`/answers/${id}/r/1?notice=feedback-category`)
  await expect(page.getByRole('status')).toHaveText('Nothing was noted: choose what is wrong first.')
})

test('a question that the notes do not answer is saved with a note, listed, asked again and taken off the list', async ({ page }) => {
  await ask(page, gapQuestion)
  const id = idOf(page)
  await page.getByText('Save this question until the notes answer it').click()
  await page.getByRole('textbox', { name: /What would close the gap/ }).fill('The webhook’s runbook, once it is written.')
  await page.getByRole('button', { name: 'Save the question' }).click()
  await expect(page.getByRole('status')).toHaveText('This question is saved with its note.')
  await page.goto('/saved')
  const entry = main(page).locator('section').filter({ has: page.locator(`a[href="/answers/${id}/r/1"]`) })
  await expect(entry).toContainText('The webhook’s runbook, once it is written.')
  await expect(entry).toContainText('No new evidence since its last answer.')
  await expectNoSidewaysScroll(page)
  await entry.getByRole('button', { name: 'Answer again' }).click()
  await expect(page).toHaveURL(/\/r\/2$/)
  await expect(main(page)).toContainText('(a saved question asked again)')
  await page.goto('/saved')
  await expect(entry).toContainText('Since then it was asked again: not answered in revision 2')
  await entry.getByRole('button', { name: /^Remove from the saved questions/ }).click()
  await expect(main(page).locator(`a[href="/answers/${id}/r/1"]`)).toHaveCount(0)
})

test('two revisions of an answer stand beside each other, claim by claim and passage by passage', async ({ page }) => {
  await ask(page, answeredQuestion)
  const claims = await claimsOf(page)
  await page.getByRole('button', { name: 'Answer again' }).click()
  await expect(page).toHaveURL(/\/r\/2$/)
  await page.getByRole('link', { name: 'Compare revisions' }).click()
  await expect(page).toHaveURL(/\/compare\?before=1&after=2$/)
  await expect(page.getByRole('region', { name: 'The two revisions' }).getByRole('row', { name: /^Outcome/ })).toBeVisible()
  await expect(page.getByText('Both revisions say the same from the same passages.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Evidence/ }).getByRole('link', { name: /^revision \d+ of (the|its own) evidence set$/ })).toHaveCount(2)
  for (const words of await main(page).locator('.case blockquote').allInnerTexts()) expect(words).not.toContain('|')
  await expect(main(page).getByRole('heading', { name: 'The same sentence' })).toHaveCount(claims.length)
  expect(await main(page).getByRole('heading', { name: 'The same passage' }).count()).toBeGreaterThan(0)
  await expectNoSidewaysScroll(page)
  await page.goto(page.url().replace('before=1', 'before=2'))
  await expect(page.getByText('Choose two different revisions.')).toBeVisible()
})

test('a share link shows a stranger the question, the claims and their words, and nothing else, until it is revoked', async ({ page, browser, product }) => {
  await ask(page, answeredQuestion)
  const [answer, id] = [new URL(page.url()).pathname, idOf(page)]
  const evidence = (await page.getByRole('link', { name: /^Evidence set/ }).getAttribute('href')) ?? ''
  const statements = await main(page).locator('.statement').allInnerTexts()
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share this answer')
  const preview = await page.getByRole('region', { name: 'What a visitor sees' }).getByRole('article').allInnerTexts()
  await page.goBack()
  const link = await makeLink(page)
  // Told once: the address holds no token, and the list of links neither.
  expect(page.url()).not.toContain('/share/')
  await page.goto('/share')
  expect(await page.content()).not.toContain(new URL(link).pathname.split('/').pop() ?? 'none')

  const stranger = await openStranger(browser, product)
  const response = await stranger.goto(link)
  expect(response?.status()).toBe(200)
  expect(response?.headers()['x-robots-tag']).toContain('noindex')
  expect(response?.headers()['cache-control']).toContain('no-store')
  expect(response?.headers()['set-cookie']).toBeUndefined()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(answeredQuestion)
  expect(await main(stranger).getByRole('article').allInnerTexts()).toEqual(preview)
  expect(await main(stranger).locator('.statement').allInnerTexts()).toEqual(statements)
  const seen = await stranger.content()
  expect(seen).not.toMatch(/ans_\w{16}|evd_\w{16}|doc_\w{16}|rev_\w{16}|notes\/|\.md\b/)
  await expect(stranger.getByRole('link').filter({ hasNotText: /^\d+$/ })).toHaveCount(0)
  await expect(stranger.getByRole('button')).toHaveCount(0)
  await expect(stranger.getByRole('searchbox')).toHaveCount(0)
  await expectNoSidewaysScroll(stranger)
  expect((await new AxeBuilder({ page: stranger }).analyze()).violations.map(({ id: rule }) => rule)).toEqual([])

  // It opens nothing but itself.
  for (const address of [answer, `${answer}/r/1`, `/answers/${id}/r/1/share`, `/answers/${id}/compare`, evidence, '/share', '/saved', '/feedback', `/answers/${id}/r/1/export.md`, `/answers/${id}/r/1/export.json`, `/api/answers/${id}`, `/api/answers/${id}/export`]) {
    expect((await stranger.request.get(address)).status(), address).toBe(404)
  }
  for (const path of ['/share/new', '/saved/keep', '/answers/bookmark', '/answers/feedback']) {
    const refused = await stranger.request.post(path, { form: { answerId: id, revision: '1', days: '7', wanted: 'yes', category: 'presentation' }, headers: { origin: product.url }, maxRedirects: 0 })
    expect(refused.headers()['location'], path).toBe('/?problem=not-permitted')
  }

  // The list of every link holds those of tests beside this one; this page, those of this revision.
  await page.goto(`/answers/${id}/r/1/share`)
  await page.getByRole('button', { name: /^Revoke the link/ }).click()
  await expect(page.getByRole('status')).toContainText('revoked')
  await page.goto(`/answers/${id}/r/1/share`)
  await expect(page.getByText('The link is made.')).toHaveCount(0)
  const readGone = async (address: string) => {
    const gone = await stranger.goto(address)
    return { status: gone?.status(), title: await stranger.title(), text: await stranger.locator('body').innerText(), cached: gone?.headers()['cache-control'] }
  }
  const revoked = await readGone(link)
  expect(revoked.status).toBe(404)
  expect(revoked).toEqual(await readGone(`/share/${'A'.repeat(43)}`))
  expect(revoked).toEqual(await readGone('/share/short'))
})

test('two clicks on a button make one revision, and a page of the history that is not there leads to the last', async ({ page }) => {
  await ask(page, answeredQuestion)
  await page.getByRole('button', { name: 'Answer again' }).dblclick()
  await expect(page).toHaveURL(/\/r\/2$/)
  await expect(main(page)).toContainText('Revision 2 of 2')
  await page.goto('/answers?page=999')
  await expect(page).not.toHaveURL(/page=999/)
  await expect(main(page).locator('a[href^="/answers/ans_"]').first()).toBeVisible()
  await page.goto('/answers?page=999&words=xqzwv')
  await expect(page).toHaveURL(/\/answers\?words=xqzwv$/)
  await expect(page.getByRole('status')).toContainText('0 questions of the history fit.')
})

test('to a stranger there is nothing kept, and nothing to keep with', async ({ browser, product }) => {
  const stranger = await openStranger(browser, product)
  for (const address of ['/saved', '/feedback', '/share', '/feedback/fbk_0000000000000000000/case.yaml']) expect((await stranger.goto(address))?.status(), address).toBe(404)
  await ask(stranger, refusedQuestion)
  await expect(stranger.getByRole('button', { name: 'Bookmark' })).toHaveCount(0)
  await expect(stranger.getByText('Say what is wrong with this answer')).toHaveCount(0)
  await expect(stranger.getByText('Save this question')).toHaveCount(0)
  await expect(stranger.getByRole('link', { name: 'Share', exact: true })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pages of records have no violations that axe knows, in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await ask(page, gapQuestion)
    const gap = idOf(page)
    await ask(page, answeredQuestion)
    const id = idOf(page)
    await page.request.post('/answers/feedback', { form: { answerId: id, revision: '1', category: 'presentation' }, headers: { origin: new URL(page.url()).origin } })
    await page.request.post('/saved/keep', { form: { answerId: gap, revision: '1', note: 'A note.' }, headers: { origin: new URL(page.url()).origin } })
    await page.request.post('/answers/again', { form: { answerId: id }, headers: { origin: new URL(page.url()).origin } })
    await page.request.post('/share/new', { form: { answerId: id, revision: '1', days: '1' }, headers: { origin: new URL(page.url()).origin } })
    for (const address of [`/answers/${gap}`, `/answers/${id}/r/1/share`, '/share', '/feedback', '/saved', '/answers?words=retry', `/answers/${id}/compare`]) {
      await page.goto(address)
      for (const summary of await page.getByRole('main').locator('summary').all()) await summary.click()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id: rule, nodes }) => `${address}: ${rule}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
      await expectNoSidewaysScroll(page)
    }
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an answer is bookmarked, shared and spoken about', async ({ page }) => {
    await ask(page, answeredQuestion)
    await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
    await expect(page.getByRole('status')).toHaveText('This answer is bookmarked.')
    await page.getByText('Say what is wrong with this answer').click()
    await page.getByRole('radio', { name: 'The source is the wrong one' }).check()
    await page.getByRole('button', { name: 'Note this for revision 1' }).click()
    await expect(page.getByRole('status')).toHaveText('Your feedback on this revision is noted.')
    await page.goto(await makeLink(page))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(answeredQuestion)
  })
})
