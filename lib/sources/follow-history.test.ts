import fc from 'fast-check'
import { expect, it } from 'vitest'
import { followHistory } from './follow-history'
import type { Commit, CommitChange } from './parse-git-log'

const change = (status: CommitChange['status'], path: string, blob: string | null, previousPath: string | null = null, sameText = false): CommitChange => ({ status, path, blob, previousPath, sameText })
const commit = (number: number, ...changes: CommitChange[]): Commit => ({ id: `c${number}`, day: `2020-01-${String(number).padStart(2, '0')}`, at: new Date(Date.UTC(2020, 0, number)), changes })
const isNote = (path: string) => path.endsWith('.md')
const tell = (commits: readonly Commit[], start: readonly string[] = []) => followHistory(commits, new Set(start), isNote).map(({ startedAs, path, ended, changes }) => [startedAs, path, ended, changes.map((one) => (one.kind === 'ended' ? '—' : `${one.path}=${one.blob}`)).join(' ')])

it('follows names that are exchanged within one commit', () => {
  expect(tell([commit(1, change('added', 'a.md', '1'), change('added', 'b.md', '2')), commit(2, change('renamed', 'b.md', '1', 'a.md', true), change('renamed', 'a.md', '2', 'b.md', true))])).toEqual([
    [null, 'b.md', false, 'a.md=1 b.md=1'], [null, 'a.md', false, 'b.md=2 a.md=2'],
  ])
})

it('begins another file at a path whose file moved away, whether or not its beginning was seen', () => {
  const later = [commit(2, change('renamed', 'b.md', '1', 'a.md', true)), commit(3, change('added', 'a.md', '9'))]
  expect(tell([commit(1, change('added', 'a.md', '1')), ...later])).toEqual([[null, 'b.md', false, 'a.md=1 b.md=1'], [null, 'a.md', false, 'a.md=9']])
  expect(tell(later, ['a.md'])).toEqual([['a.md', 'b.md', false, 'b.md=1'], [null, 'a.md', false, 'a.md=9']])
})

it('begins and ends a file where its name begins or ceases to be a note’s, or it becomes a link', () => {
  expect(tell([commit(1, change('added', 'a.txt', '1')), commit(2, change('renamed', 'a.md', '1', 'a.txt', true)), commit(3, change('renamed', 'a.rst', '1', 'a.md', true))])).toEqual([[null, 'a.md', true, 'a.md=1 —']])
  expect(tell([commit(1, change('modified', 'a.md', null)), commit(2, change('modified', 'a.md', '2'))], ['a.md'])).toEqual([['a.md', 'a.md', false, '— a.md=2']])
})

it('takes a change of the mode alone for none', () => {
  expect(tell([commit(1, change('modified', 'a.md', '1', null, true))], ['a.md'])).toEqual([])
})

it('puts what ends in a commit before what begins in it', () => {
  expect(tell([commit(1, change('added', 'new.md', '2'), change('deleted', 'old.md', null))], ['old.md']).map(([, path]) => path)).toEqual(['old.md', 'new.md'])
})

interface Model { readonly texts: string[]; path: string | null; last: string }

/** Random commits, told as git tells them, beside what became of each file. */
function play(steps: readonly (readonly (readonly [kind: number, from: number, to: number])[])[]): { readonly commits: readonly Commit[]; readonly files: readonly Model[] } {
  const paths = ['a.md', 'b.md', 'c.md', 'd.md']
  const files: Model[] = []
  let blob = 0
  const commits = steps.map((step, index) => {
    const touched = new Set<string>()
    const changes: CommitChange[] = []
    for (const [kind, from, to] of step) {
      const path = paths[from] ?? 'a.md'
      const target = paths[to] ?? 'a.md'
      if (touched.has(path) || touched.has(target)) continue
      const file = files.find((one) => one.path === path)
      touched.add(path)
      if (file === undefined) {
        const text = String(++blob)
        const back = files.find((one) => one.path === null && one.last === path && !files.some((other) => other !== one && other.path === null && other.last === path && files.indexOf(other) > files.indexOf(one)))
        const born = back ?? { texts: [], path: null, last: path }
        if (back === undefined) files.push(born)
        born.path = path
        born.last = path
        born.texts.push(text)
        changes.push(change('added', path, text))
      } else if (kind === 0) {
        file.texts.push(String(++blob))
        changes.push(change('modified', path, String(blob)))
      } else if (kind === 1) {
        file.path = null
        changes.push(change('deleted', path, null))
      } else if (!files.some((one) => one.last === target)) {
        touched.add(target)
        file.path = target
        file.last = target
        file.texts.push(String(++blob))
        changes.push(change('renamed', target, String(blob), path))
      }
    }
    return commit(index + 1, ...changes)
  })
  return { commits, files }
}

it('gives every file the texts it went through, in order, however edits, renames, deletions and returns follow each other', () => {
  const operation = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }))
  fc.assert(fc.property(fc.array(fc.array(operation, { maxLength: 3 }), { maxLength: 20 }), (steps) => {
    const { commits, files } = play(steps)
    const followed = followHistory(commits, new Set(), isNote)
    const told = followed.map(({ ended, path, changes }) => ({ path: ended ? null : path, texts: changes.flatMap((one) => (one.kind === 'text' ? [one.blob] : [])) }))
    const key = (one: { readonly texts: readonly string[] }) => Number(one.texts[0])
    expect(told.sort((a, b) => key(a) - key(b))).toEqual(files.map(({ path, texts }) => ({ path, texts })).sort((a, b) => key(a) - key(b)))
    for (const { changes } of followed) {
      const moments = changes.map((one) => one.at.getTime())
      expect(moments).toEqual([...moments].sort((a, b) => a - b))
    }
  }), { numRuns: 300 })
})
