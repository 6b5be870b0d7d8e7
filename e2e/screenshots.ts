import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findSystemBrowser } from './find-browser'
import { freePort, startServer, waitForIndex } from './product'

/** Makes the README's pictures: the product on the sample notes, as a new user has it. Run with: npm run screenshots */
const folder = join(import.meta.dirname, 'screenshots')

async function ask(page: Page, url: string, question: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('searchbox').fill(question)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText(/^(Answered from|Not answered)/).first().waitFor()
}

const data = await mkdtemp(join(tmpdir(), 'k81r-screenshots-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const server = await startServer(data, port)
await waitForIndex(data)
const executablePath = findSystemBrowser()
const browser = await chromium.launch({ ...(executablePath === null ? {} : { executablePath }), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
await mkdir(folder, { recursive: true })
for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme })
  const page = await context.newPage()
  if (colorScheme === 'light') {
    await page.goto(server.signInLink)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await context.storageState({ path: join(data, 'state.json') })
  }
  const signedIn = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme, storageState: join(data, 'state.json') })
  const owner = await signedIn.newPage()
  await ask(owner, url, 'Which retry policy does Z29C use for an adapter with no idempotency and no status lookup?')
  await owner.screenshot({ path: join(folder, `answer-${colorScheme}.png`) })
  await ask(owner, url, 'How long are receipts kept?')
  await owner.screenshot({ path: join(folder, `refusal-${colorScheme}.png`) })
  await owner.goto(`${url}/search?q=unknown+outcome+retry`)
  await owner.screenshot({ path: join(folder, `search-${colorScheme}.png`) })
  await signedIn.close()
  await context.close()
}
await browser.close()
await server.stop()
await rm(data, { recursive: true, force: true })
