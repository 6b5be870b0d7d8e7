import { defineConfig } from '@playwright/test'
import { findSystemBrowser } from './e2e/find-browser'

const executablePath = findSystemBrowser()
const desktop = { viewport: { width: 1280, height: 900 } }
const mobile = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** What a narrow page lays out differently; everything else is the same page. */
const alsoOnMobile = /(search|evidence|answer|refusal|accessibility)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // The server, the browser and the embedder may share two cores with other work.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    trace: 'off',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // Chromium's own sandbox refuses to start for root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    { name: 'sign-in', testMatch: 'sign-in.setup.ts', use: desktop },
    { name: 'desktop', testMatch: '*.spec.ts', testIgnore: 'command-line*.spec.ts', use: desktop, dependencies: ['sign-in'] },
    { name: 'mobile', testMatch: alsoOnMobile, use: mobile, dependencies: ['sign-in'] },
    { name: 'command-line', testMatch: 'command-line*.spec.ts' },
  ],
})
