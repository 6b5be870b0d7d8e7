import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names: readonly string[] = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths: readonly string[] = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a Chromium that the system has, or null; Playwright then uses the one it installs itself. */
export function findSystemBrowser(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'].filter((folder) => folder !== '')
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...macPaths].find(canRun) ?? null
}

/** Whether the browser that Playwright would install is there. */
export function hasInstalledBrowser(): boolean {
  return existsSync(chromium.executablePath())
}
