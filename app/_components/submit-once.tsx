'use client'

import { useEffect } from 'react'

/** Long enough for a slow answer to the first; after it, somebody who stopped the page may send again. */
const onItsWayMs = 10_000

function isPosted({ submitter }: SubmitEvent, form: HTMLFormElement): boolean {
  const method = submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get'
  return method.toLowerCase() === 'post'
}

/** Two clicks on a button would make two answers, two revisions or two links: a form that is on its way is not sent again. */
export function SubmitOnce() {
  useEffect(() => {
    let sentAtMs = new WeakMap<HTMLFormElement, number>()
    const check = (event: SubmitEvent) => {
      const { target: form } = event
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !isPosted(event, form)) return
      const before = sentAtMs.get(form)
      if (before !== undefined && event.timeStamp - before < onItsWayMs) event.preventDefault()
      else sentAtMs.set(form, event.timeStamp)
    }
    // A page that is gone back to is as it was left.
    const forget = () => { sentAtMs = new WeakMap() }
    window.addEventListener('submit', check)
    window.addEventListener('pageshow', forget)
    return () => {
      window.removeEventListener('submit', check)
      window.removeEventListener('pageshow', forget)
    }
  }, [])
  return null
}
