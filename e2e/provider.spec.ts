import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startLoopbackProvider, type LoopbackStep } from '@/lib/models/testing'
import { expect, expectNoSidewaysScroll, test } from './fixtures'
import { makeHome } from './home'
import { freePort, startServer, waitForIndex, type StartedServer } from './product'

const question = 'Who keeps the alert queue of the harbour crane?'
const sentence = 'Marta Lindqvist keeps the queue of the harbour crane.'
const note = `# Harbour crane\n\nAlerts of the harbour crane go through the queue. ${sentence}\n\nThe queue holds 250 alerts at most.\n`

/** One claim that holds, the beginning of another, and then silence with the line kept open: a model that takes too long. */
const oneClaimThenNothing: LoopbackStep = (body) => {
  const line = JSON.stringify(body).match(/\b(e\d+): \{[^\n]*?Marta Lindqvist/)?.[1] ?? 'e1'
  return { type: 'stall', content: `{"elements":[${JSON.stringify({ text: sentence, kind: 'quotation', evidenceIds: [line] })},{"text":"The queue` }
}

interface Slow {
  readonly browser: Browser
  /** Starts the server again on the same data. */
  restart(): Promise<StartedServer>
  readonly server: StartedServer
  /** A page in which the owner has signed in. */
  readonly page: Page
}

/** A served installation of its own with one note, whose model never ends its reply. */
async function withSlowModel(browser: Browser, work: (slow: Slow) => Promise<void>): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-e2e-slow-'))
  const provider = await startLoopbackProvider([oneClaimThenNothing])
  const home = await makeHome(join(scratch, 'data'))
  const started: StartedServer[] = []
  try {
    const folder = join(scratch, 'notes')
    await mkdir(folder)
    await writeFile(join(folder, 'crane.md'), note)
    const port = await freePort()
    const environment = { K81R_MODEL_URL: provider.baseUrl, K81R_MODEL: 'slow' }
    const start = async () => {
      const server = await startServer(home.dataDir, port, { databaseUrl: home.databaseUrl, folders: [folder], environment })
      started.push(server)
      await waitForIndex(home.dataDir)
      return server
    }
    const server = await start()
    const page = await (await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })).newPage()
    await page.goto(server.signInLink)
    await page.getByRole('button', { name: 'Sign in on this browser' }).click()
    await page.getByRole('searchbox').fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    // Shown while the model has not ended its reply.
    await expect(page.getByRole('main').getByRole('article')).toContainText(sentence)
    await work({ browser, restart: start, server, page })
    await page.context().close()
  } finally {
    await started.at(-1)?.kill()
    await provider.close()
    await home.drop()
    await rm(scratch, { recursive: true, force: true })
  }
}

test('a run that takes too long is stopped, keeps what was verified, and says that it was stopped', async ({ browser }) => {
  test.setTimeout(240_000)
  await withSlowModel(browser, async ({ page }) => {
    await expectNoSidewaysScroll(page)
    // Time enough to have asked how it is more than once.
    await page.waitForTimeout(5_000)
    await expect(page.getByText(/connection to K81R was lost/)).toBeHidden()
    await page.getByRole('button', { name: 'Stop here' }).click()
    await expect(page).toHaveURL(/\/answers\/ans_\w+\/r\/1$/)
    await expect(page.getByRole('link', { name: /^Evidence set/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop here' })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('article')).toContainText(sentence)
    await expect(page.getByRole('main')).toContainText('Answered in part')
    await expect(page.getByRole('heading', { name: 'Not answered' })).toBeVisible()
    // Stopped again from a page that was left open, it stays as it is.
    const origin = new URL(page.url()).origin
    const again = await page.request.post('/answers/stop', { form: { answerId: /ans_\w+/.exec(page.url())?.[0] ?? 'none', revision: '1' }, headers: { origin }, maxRedirects: 0 })
    expect(again.headers()['location']).toBe(new URL(page.url()).pathname)
  })
})

test('a server that is killed in the middle of an answer says so after its next start, and the question is asked again', async ({ browser }) => {
  test.setTimeout(240_000)
  await withSlowModel(browser, async ({ page, server, restart }) => {
    const address = page.url()
    await server.kill()
    await expect(page.getByText('The connection to K81R was lost before this answer was complete.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop here' })).toBeHidden()
    await expect(page.getByRole('main').getByRole('article')).toContainText(sentence)
    await restart()
    await page.getByRole('link', { name: 'Load this page again' }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByText('K81R was stopped before this answer was finished.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Evidence set' })).toBeVisible()
    await page.goto('/answers')
    await expect(page.getByRole('main')).toContainText('interrupted')
    await page.goto(address)
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect(page).toHaveURL(/\/r\/2$/)
    await expect(page.getByRole('main').getByRole('article')).toContainText(sentence)
    await page.getByRole('button', { name: 'Stop here' }).click()
    await expect(page.getByRole('main')).toContainText('(the run before did not finish)')
  })
})
