'use client'

import { useEffect } from 'react'
import { problemOf, questionProblems } from './question-problem'

/** What is wrong with what stands in a form's box for questions, for the button that was pressed; empty when it can be sent. */
function problemIn(box: HTMLInputElement, { submitter }: SubmitEvent): string {
  const problem = problemOf(box.value)
  // A search for nothing shows what can be written.
  const searches = submitter?.hasAttribute('formaction') !== true
  return problem === null || (problem === 'empty' && searches) ? '' : questionProblems[problem]
}

/** A question that cannot be asked is told so in its box, where what was written stays. */
export function QuestionCheck() {
  useEffect(() => {
    const check = (event: SubmitEvent) => {
      const box = event.target instanceof HTMLFormElement ? event.target.querySelector<HTMLInputElement>('input[type="search"][name="q"]') : null
      const problem = box === null ? '' : problemIn(box, event)
      if (box === null || problem === '') return
      event.preventDefault()
      box.setCustomValidity(problem)
      box.reportValidity()
      // A box that is refused sends its form no more, whatever is written into it next.
      const forgive = () => { box.setCustomValidity('') }
      box.addEventListener('input', forgive, { once: true })
      box.addEventListener('blur', forgive, { once: true })
    }
    window.addEventListener('submit', check)
    return () => { window.removeEventListener('submit', check) }
  }, [])
  return null
}
