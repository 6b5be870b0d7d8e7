'use client'

import { useEffect } from 'react'
import { tinykeys } from 'tinykeys'

function isWriting(event: KeyboardEvent): boolean {
  const { target } = event
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

function walk(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('[data-walk]')].filter((item) => item.checkVisibility())
  const at = items.findIndex((item) => item === document.activeElement)
  const next = at < 0 ? (step === 1 ? 0 : items.length - 1) : at + step
  items[next]?.focus()
  items[next]?.closest('[data-walk-item]')?.scrollIntoView({ block: 'nearest' })
}

function press(name: string): void {
  const found = document.querySelector<HTMLElement>(`[data-press="${name}"]`)
  if (found instanceof HTMLFormElement) found.requestSubmit()
  else found?.click()
}

function leave(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement !== document.body) activeElement.blur()
  else if (document.referrer.startsWith(`${location.origin}/`)) history.back()
}

/** The keys of every page. They do nothing while somebody writes, except Escape, which stops the writing. */
export function Keyboard() {
  useEffect(() => {
    const unlessWriting = (act: () => void) => (event: KeyboardEvent) => {
      if (isWriting(event) || event.defaultPrevented) return
      event.preventDefault()
      act()
    }
    return tinykeys(window, {
      '/': unlessWriting(() => {
        const box = document.querySelector<HTMLInputElement>('input[type="search"]')
        box?.focus()
        box?.select()
      }),
      j: unlessWriting(() => {
        walk(1)
      }),
      k: unlessWriting(() => {
        walk(-1)
      }),
      e: unlessWriting(() => {
        press('evidence')
      }),
      a: unlessWriting(() => {
        press('answer')
      }),
      h: unlessWriting(() => {
        press('history')
      }),
      Escape: leave,
    })
  }, [])
  return null
}
