import { z } from 'zod'
import { answeredQuestion, ask, expect, openStranger, test } from './fixtures'
import { readApi } from './product'

const found = z.object({ results: z.array(z.object({ documentId: z.string(), sourcePath: z.string(), passage: z.object({ text: z.string() }) })) })

// Words of a private note, of a team's note, and of neither.
const hidden = [
  { query: 'seal key envelopes notary', path: 'notes/private/', secret: /shelf 3|sealed envelopes/ },
  { query: 'surplus letters post-mortem recipients', path: 'notes/z29c/incidents/', secret: /412 surplus/ },
] as const

for (const { query, path, secret } of hidden) {
  test(`a stranger’s search for words of ${path} finds nothing of it`, async ({ browser, product }) => {
    const seen = found.parse(await readApi(product.dataDir, `/api/search?q=${encodeURIComponent(query)}`))
    expect(seen.results.some((result) => result.sourcePath.startsWith(path))).toBe(true)
    const stranger = await openStranger(browser, product)
    await stranger.goto(`/search?q=${encodeURIComponent(query)}`)
    const page = await stranger.content()
    expect(page).not.toContain(path)
    expect(page).not.toMatch(secret)
    for (const { documentId } of seen.results.filter((result) => result.sourcePath.startsWith(path))) expect(page).not.toContain(documentId)
    const answer = await stranger.request.get(`/api/search?q=${encodeURIComponent(query)}`)
    expect(await answer.text()).not.toContain(path)
  })
}

test('to a stranger a hidden document is the page of one that never was', async ({ browser, product }) => {
  const { results } = found.parse(await readApi(product.dataDir, '/api/search?q=seal+key+envelopes+notary'))
  const hiddenId = results.find(({ sourcePath }) => sourcePath.startsWith('notes/private/'))?.documentId ?? 'none'
  const madeUpId = hiddenId.replace(/[^_]{6}$/, (end) => Array.from(end).reverse().join(''))
  expect(madeUpId).not.toBe(hiddenId)
  const stranger = await openStranger(browser, product)
  const read = async (address: string): Promise<{ status: number | undefined; title: string; text: string; body: string }> => {
    const response = await stranger.goto(address)
    const status = response?.status()
    return { status, title: await stranger.title(), text: await stranger.locator('body').innerText(), body: await (await stranger.request.get(address.replace('/documents', '/api/documents'))).text() }
  }
  const seen = await read(`/documents/${hiddenId}`)
  expect(seen.status).toBe(404)
  expect(seen).toEqual(await read(`/documents/${madeUpId}`))
})

test('a stranger reads what is public, and nothing that the owner made', async ({ page, browser, product }) => {
  await ask(page, answeredQuestion)
  const answer = page.url()
  const evidence = (await page.getByRole('link', { name: /^Evidence set/ }).getAttribute('href')) ?? ''
  const stranger = await openStranger(browser, product)
  expect((await stranger.goto(answer))?.status()).toBe(404)
  expect((await stranger.goto(evidence))?.status()).toBe(404)
  await stranger.goto('/answers')
  await expect(stranger.getByRole('main').locator('a[href^="/answers/ans_"]')).toHaveCount(0)
  await stranger.goto('/search?q=retry+policy')
  await expect(stranger.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
  await stranger.goto('/status')
  await expect(stranger.getByRole('main')).not.toContainText(product.dataDir)
  await expect(stranger.getByRole('main')).not.toContainText('notes/')
})
