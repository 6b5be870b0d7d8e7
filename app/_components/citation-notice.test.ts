import { describe, expect, it } from 'vitest'
import { noticeWords } from './citation-notice'

describe('noticeWords', () => {
  it('says nothing while every passage is as it was', () => {
    expect(noticeWords(new Map([[1, 'current'], [2, 'current']]))).toBeNull()
    expect(noticeWords(new Map())).toBeNull()
  })

  it('counts one change of several', () => {
    expect(noticeWords(new Map([[1, 'current'], [2, 'changed'], [3, 'current']]))).toBe('1 of 3 cited passages has changed since this answer.')
  })

  it('names each kind of change', () => {
    expect(noticeWords(new Map([[1, 'changed'], [2, 'changed'], [3, 'removed']]))).toBe('2 of 3 cited passages have changed, 1 has been removed since this answer.')
  })

  it('needs no count for the only passage', () => {
    expect(noticeWords(new Map([[1, 'superseded']]))).toBe('The cited passage has been superseded since this answer.')
  })
})
