import fc from 'fast-check'

/** What a person does to a folder of notes between two builds, or a build. */
export type Edit =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'swap'; readonly one: string; readonly other: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'rules'; readonly rules: Rules }
  | { readonly kind: 'build' }

/** A k81r.yaml and what it says, told apart from the code that reads it. */
export interface Rules {
  readonly text: string | null
  readonly ignoredFolder: string | null
  /** Makes dated folders older versions, which the model of identities does not follow. */
  readonly revisions: boolean
}

const rulesOf = (text: string | null, more: Partial<Rules> = {}): Rules => ({ text, ignoredFolder: null, revisions: false, ...more })
const rules: readonly Rules[] = [
  rulesOf(null),
  rulesOf('projects:\n  - path: notes/**\n    project: Atlas\n'),
  rulesOf('projects:\n  - path: "**"\n    project: Borealis\n  - path: deep/**\n    project: Atlas\nlocalOnly: [notes/**]\n'),
  rulesOf('scopes:\n  - path: notes/**\n    scope: public\n  - path: deep/**\n    scope: team\n'),
  rulesOf('ignore: [deep/**]\nscopes:\n  - path: "**"\n    scope: team\n', { ignoredFolder: 'deep/' }),
  rulesOf('revisions: old\n', { revisions: true }),
]

export const paths = ['a.md', 'b.md', 'Some plan.markdown', 'notes/a.md', 'notes/2024-03-01 talk.md', 'deep/er/c.md', 'release.yaml', 'old/2024-01-05/a.md', 'old/2024-02-05/notes/a.md'] as const

const long = (words: string) => Array.from({ length: 12 }, (_, at) => `${words} paragraph ${at}: ${'a few words that fill it up until it is cut '.repeat(8)}`).join('\n\n')
/** Few enough that texts come back, to their own document and to others. */
const otherTexts: readonly ((n: number) => string)[] = [
  (n) => `# Title ${n}\n\nBody ${n}.\n\n## Part\n\nMore of ${n}.\n`,
  (n) => `---\ntitle: Declared ${n}\nproject: Own\ntags: [t${n}]\n---\nBody with [[a]] and ${n}.\n`,
  (n) => `# ADR-000${n}: Choose ${n}\n\n## Status\n\nSuperseded by ADR-000${(n % 3) + 1}\n\n## Context\n\nBecause ${n}.\n`,
  (n) => `# ADR-000${n}: Keep ${n}\n\nStatus: accepted\n\nDate: 2024-0${n}-11\n\n## Decision\n\nKept.\n`,
  (n) => `## Table ${n}\n\n| name | value |\n|---|---|\n| apply_secrets | ${n} |\n| \`Z29C\` | 1.0.2${n} |\n`,
  (n) => `name: product ${n}\nversion: 1.0.${n}\nnotes:\n  - fixed\n`,
  () => '',
  (n) => `# Long ${n}\n\n${long(`Long ${n}`)}\n`,
]
const headlessTexts: typeof otherTexts = [
  (n) => `Headless words ${n}, named by their file.\n`,
  (n) => `A second headless text, number ${n}.\n\nOptions are:\n\n- one of ${n}\n- two\n`,
  (n) => `Long without a heading\n\n${long(`Headless ${n}`)}\n`,
]
const identifiedTexts: typeof otherTexts = [
  (n) => `---\nid: note-${n}\n---\n# Identified ${n}\n\nText.\n`,
  (n) => `---\nid: note-${n}\nscope: public\n---\nIdentified and headless ${n}.\n`,
]

const path = fc.constantFrom(...paths)
const text = fc.tuple(fc.oneof(fc.constantFrom(...otherTexts), fc.constantFrom(...headlessTexts), fc.constantFrom(...identifiedTexts)), fc.integer({ min: 1, max: 3 })).map(([make, n]) => make(n))
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), path, text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move' as const), from: path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy' as const), from: path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('swap' as const), one: path, other: path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rules' as const), rules: fc.constantFrom(...rules) }) },
)
/** Steps of one to five edits, each followed by a build. */
const step = fc.array(edit, { minLength: 1, maxLength: 5 }).map((edits): readonly Edit[] => [...edits, { kind: 'build' }])

export const editScript: fc.Arbitrary<readonly Edit[]> = fc
  .tuple(fc.array(fc.record({ kind: fc.constant('write' as const), path, text }), { minLength: 3, maxLength: 6 }), fc.array(step, { minLength: 3, maxLength: 5 }))
  .map(([first, steps]): readonly Edit[] => [...first, { kind: 'build' }, ...steps.flat()])

/** Applies an edit to the files of a folder, given as a map; one that names what is not there does nothing. */
export function applyEdit(files: Map<string, string>, change: Edit): void {
  switch (change.kind) {
    case 'write': files.set(change.path, change.text); break
    case 'delete': files.delete(change.path); break
    case 'copy':
    case 'move': {
      const moved = files.get(change.from)
      if (moved === undefined || change.from === change.to) break
      files.set(change.to, moved)
      if (change.kind === 'move') files.delete(change.from)
      break
    }
    case 'swap': {
      const [one, other] = [files.get(change.one), files.get(change.other)]
      if (one === undefined || other === undefined) break
      files.set(change.one, other)
      files.set(change.other, one)
      break
    }
    case 'rules':
    case 'build': break
    default: change satisfies never
  }
}
