import type { Page } from '@playwright/test'
import { answerEnd, answeredQuestion, expect, expectNoSidewaysScroll, openStranger, test } from './fixtures'

// Every change is a plain form, so all of it is done in a browser that runs no scripts.
test.use({ javaScriptEnabled: false })

/** Assembles a set for a question and says where it is. */
async function assemble(page: Page, question = answeredQuestion): Promise<string> {
  await page.goto(`/search?q=${encodeURIComponent(question)}`)
  await page.getByRole('button', { name: /^Assemble evidence/ }).click()
  await expect(page).toHaveURL(/\/evidence\/evd_\w+$/)
  return page.url()
}

const entries = (page: Page) => page.getByRole('main').getByRole('article')
const idsOf = async (page: Page) => entries(page).evaluateAll((items) => items.map(({ id }) => id))
const change = async (page: Page, id: string) => { await page.getByText(`Change ${id}`, { exact: true }).click() }

async function leaveOut(page: Page, id: string, reason: string): Promise<void> {
  await change(page, id)
  await page.getByLabel(`Why ${id} is left out`).fill(reason)
  const before = page.url()
  await page.getByRole('button', { name: `Leave out ${id}`, exact: true }).click()
  await expect(page).not.toHaveURL(before)
}

test('a passage is left out with its reason, restored, and pinned first, each as a revision of its own', async ({ page }) => {
  const address = await assemble(page)
  const before = await idsOf(page)
  const [first = '', second = ''] = before
  await leaveOut(page, first, 'It is about another product.')
  await expect(page).toHaveURL(`${address}/r/2#left-out`)
  expect(await idsOf(page)).not.toContain(first)
  await expect(page.getByText('Left out: It is about another product.')).toBeVisible()
  await expect(page.getByText(`Revision 2, ${first} excluded`)).toBeVisible()

  await page.getByRole('button', { name: `Restore ${first}`, exact: true }).click()
  await expect(page).toHaveURL(`${address}/r/3`)
  expect((await idsOf(page)).sort()).toEqual([...before].sort())

  const last = before.at(-1) ?? ''
  await change(page, last)
  await page.getByRole('button', { name: `Pin ${last}: it goes first`, exact: true }).click()
  await expect(page).toHaveURL(`${address}/r/4`)
  expect((await idsOf(page))[0]).toBe(last)
  await leaveOut(page, second, 'It is not needed.')
  expect((await idsOf(page))[0]).toBe(last)

  await page.goto(`${address}/r/1`)
  expect(await idsOf(page)).toEqual(before)
  await expect(page.getByText(/This is an old revision/)).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('a reason is asked for, and nothing is changed without one', async ({ page }) => {
  const address = await assemble(page)
  const [first = ''] = await idsOf(page)
  for (const blank of ['   ', '\u200b\u2060']) {
    await page.goto(address)
    await leaveOut(page, first, blank)
    await expect(page).toHaveURL(`${address}/r/1?problem=no-reason`)
    await expect(page.getByRole('alert')).toContainText('Nothing was changed. Say in a few words why')
  }
  expect(await idsOf(page)).toContain(first)
})

test('a change of an old revision says what it leaves out, and two revisions are compared', async ({ page }) => {
  const address = await assemble(page)
  const [first = '', second = ''] = await idsOf(page)
  await leaveOut(page, first, 'An old plan.')
  await page.goto(`${address}/r/1`)
  await leaveOut(page, second, 'It repeats the table.')
  await expect(page).toHaveURL(`${address}/r/3#left-out`)
  await expect(page.getByText(/^When it was first assembled, before it was changed: /)).toBeVisible()
  await expect(page.getByText(/tokens?, as somebody chose them$/)).toBeVisible()
  await expect(page.getByText(/This revision was made from revision 1: what revision 2 changed is not in it/)).toBeVisible()
  expect(await idsOf(page)).toContain(first)

  await page.getByLabel('Compare revision').selectOption('2')
  await page.getByLabel('with revision').selectOption('3')
  await page.getByRole('button', { name: 'Compare revisions' }).click()
  await expect(page).toHaveURL(`${address}/compare?from=2&to=3`)
  const section = (name: string) => page.getByRole('region', { name })
  await expect(section('Left out').getByText('Left out: It repeats the table.')).toBeVisible()
  await expect(section('Restored').getByText(first, { exact: true })).toBeVisible()

  const compared: unknown = await (await page.request.get(`${address.replace('/evidence/', '/api/evidence/')}/compare?from=1&to=3`)).json()
  expect(compared).toMatchObject({ from: 1, to: 3, added: [], removed: [], excluded: [{ evidenceId: second, reason: 'It repeats the table.' }] })
  expect((await page.goto(`${address}/compare?from=1&to=99`))?.status()).toBe(404)
})

test('a passage is added from a search, on the set’s own page and from the search page', async ({ page }) => {
  const address = await assemble(page, 'Which retry rule applies to faxgate?')
  const before = await idsOf(page)
  const query = 'garden pump filter'
  // A search that is written wrongly says so here as well.
  await page.getByLabel('Words to find in the notes').fill('"garden pump')
  await page.getByRole('button', { name: 'Find passages to add' }).click()
  await expect(page.getByText(/quotation mark/i)).toBeVisible()
  await page.getByLabel('Words to find in the notes').fill(query)
  await page.getByRole('button', { name: 'Find passages to add' }).click()
  await page.getByRole('button', { name: /^Add to the evidence set/ }).first().click()
  await expect(page).toHaveURL(`${address}/r/2`)
  const added = (await idsOf(page)).find((id) => !before.includes(id)) ?? ''
  await expect(page.locator(`#${added}`)).toContainText('added by hand')
  await expect(page.locator(`#${added}`)).toContainText(`Added by hand from a search for “${query}”.`)

  await page.goto(`${address}/r/2?add=${encodeURIComponent(query)}`)
  await page.getByRole('link', { name: 'Search with filters, and add from there' }).click()
  const notice = page.getByText(/Each passage can be added to the evidence for/)
  await expect(notice).toBeVisible()
  // Narrowed or asked anew, the search is still one for the set.
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: 'by words only' }).click()
  await expect(page).toHaveURL(/mode=lexical/)
  await expect(notice).toBeVisible()
  await page.getByRole('searchbox').fill('pump')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/q=pump&set=evd_\w+&setRevision=2/)
  await page.getByRole('link', { name: 'Search without adding' }).click()
  await expect(page).toHaveURL(/\/search\?q=pump$/)
  await expect(page.getByRole('button', { name: /^Add to the evidence set/ })).toHaveCount(0)
  await page.goto(`/search?${new URLSearchParams({ q: query, set: new URL(address).pathname.split('/').at(-1) ?? '', setRevision: '2' }).toString()}`)
  await page.getByRole('button', { name: /^Add to the evidence set/ }).first().click()
  await expect(page).toHaveURL(/\/r\/2\?problem=in-set/)
})

test('a passage is read in its place', async ({ page }) => {
  await assemble(page)
  const place = entries(page).filter({ has: page.getByText('Read it in its place') }).first()
  await place.getByText('Read it in its place').click()
  await place.getByRole('link', { name: 'The whole document, at this passage' }).click()
  await expect(page).toHaveURL(/\/documents\/doc_\w+\?revision=\d+&from=\d+&to=\d+#cited$/)
})

test('an answer rests on exactly the chosen revision, and the next is a new revision of the same answer', async ({ page }) => {
  const address = await assemble(page)
  const button = page.getByRole('button', { name: /^Answer from exactly this set/ })
  await button.click()
  await expect(page).toHaveURL(/\/answers\/ans_\w+$/)
  const answer = page.url()
  await answerEnd(page)

  await page.goto(address)
  const ids = await idsOf(page)
  await leaveOut(page, ids.at(-1) ?? '', 'Not needed.')
  await button.click()
  await expect(page).toHaveURL(`${answer}/r/2`)
  await answerEnd(page)
  await page.getByRole('link', { name: /^Evidence set/ }).click()
  await expect(page).toHaveURL(`${address}/r/2`)
  await expect(page.getByText('Answered from this set: revision 1 of the answer, made from revision 1 of the set, revision 2 of the answer, made from this revision of the set.')).toBeVisible()
})

test('nobody else changes a set', async ({ page, browser, product }) => {
  const address = await assemble(page)
  const stranger = await openStranger(browser, product)
  const id = new URL(address).pathname.split('/').at(-1) ?? ''
  await stranger.goto('/')
  const response = await stranger.request.post('/evidence/change', { form: { evidenceSetId: id, revision: '1', change: 'pin', evidenceId: 'e1' }, headers: { origin: product.url }, maxRedirects: 0 })
  expect([response.status(), response.headers()['location']]).toEqual([303, '/?problem=gone'])
  expect((await stranger.goto(`${address}/compare?from=1&to=1`))?.status()).toBe(404)
  await stranger.context().close()
})

test('the status says what a question costs by each strategy', async ({ page }) => {
  await page.goto('/status')
  const table = page.getByRole('region', { name: 'What a question costs' })
  for (const name of ['Selected passages', 'A whole document', 'The whole corpus']) await expect(table.getByRole('cell', { name, exact: true })).toBeVisible()
})
