import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SharedAnswer } from '@/lib/answers'
import { SharedView } from './shared-view'

const claim = { text: 'Keys expire.', quoted: true, verdict: 'supported', verdictWords: 'Supported, word for word', sources: [{ number: 1, title: 'Keys', effectiveAt: null, quote: 'Keys expire.' }] } as const
const shared: SharedAnswer = { question: 'Q?', outcome: 'answered', createdAt: '2022-01-01T00:00:00.000Z', closestOnly: false, statement: null, claims: [claim] }
const html = (answer: SharedAnswer) => renderToStaticMarkup(createElement(SharedView, { shared: answer }))

it('a shared answer of nothing but the closest evidence does not look like an answer', () => {
  const closest = html({ ...shared, closestOnly: true, claims: [{ ...claim, verdictWords: 'Closest evidence, word for word' }] })
  expect(closest).toContain('No sentence stands out as the answer.')
  expect(closest).not.toContain('statement')
  expect(closest.match(/Keys expire\./g)).toHaveLength(1)
  expect(html(shared)).toContain('class="statement"')
  expect(html(shared)).not.toContain('stands out')
})
