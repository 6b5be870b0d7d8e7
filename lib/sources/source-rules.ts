import picomatch from 'picomatch'
import { LineCounter, parseDocument, isMap, type Document } from 'yaml'
import { z } from 'zod'
import { strictestScope } from '@/lib/access'

const pattern = z.string().min(1)
const scopeName = z.string().regex(/^[a-z][a-z0-9-]*$/, 'a scope name of small letters, digits and hyphens')
const fileSchema = z.strictObject({
  notes: z.string().min(1).optional(),
  revisions: z.string().min(1).optional(),
  ignore: z.array(pattern).default([]),
  scopes: z.array(z.strictObject({ path: pattern, scope: scopeName })).default([]),
  projects: z.array(z.strictObject({ path: pattern, project: z.string().min(1) })).default([]),
  localOnly: z.array(pattern).default([]),
})

/** The rules of a source's `k81r.yaml`, ready to be asked about a path. */
export interface SourceRules {
  /** Folder that the older revisions' folders mirror; empty for the root. */
  readonly notes: string
  /** Folder of `<date>/` folders with older revisions, or null. */
  readonly revisions: string | null
  ignores(path: string): boolean
  /** The strictest of all rules that match, null where none does. */
  scopeOf(path: string): string | null
  /** The last matching rule's project. */
  projectOf(path: string): string | null
  localOnly(path: string): boolean
}

export type RulesReading = { readonly kind: 'rules'; readonly rules: SourceRules } | { readonly kind: 'fault'; readonly reason: string }

/** Reads `k81r.yaml`'s text (null: no such file, no rules). A key or pattern that is not understood is a fault naming its line. */
export function readSourceRules(text: string | null): RulesReading {
  const lines = new LineCounter()
  const document = parseDocument(text ?? '', { lineCounter: lines, strict: true })
  const syntax = document.errors[0]
  if (syntax !== undefined) return { kind: 'fault', reason: `k81r.yaml, line ${lines.linePos(syntax.pos[0]).line}: ${syntax.message.split('\n')[0] ?? 'not YAML'}` }
  const parsed = fileSchema.safeParse(document.toJS() ?? {})
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const path = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? [])
    const what = issue?.code === 'unrecognized_keys' ? `“${issue.keys[0] ?? ''}” is not a key that is known here (known: notes, revisions, ignore, scopes, projects, localOnly)` : `“${path.join('.')}”: ${issue?.message ?? 'not understood'}`
    return { kind: 'fault', reason: `k81r.yaml, line ${lineOf(document, path, lines)}: ${what}.` }
  }
  const file = parsed.data
  const matcher = (patterns: readonly string[]) => picomatch([...patterns], { dot: true })
  const ignored = matcher(file.ignore)
  const localOnly = matcher(file.localOnly)
  const scopes = file.scopes.map((rule) => ({ matches: matcher([rule.path]), scope: rule.scope }))
  const projects = file.projects.map((rule) => ({ matches: matcher([rule.path]), project: rule.project }))
  return {
    kind: 'rules',
    rules: {
      notes: (file.notes ?? '').replace(/^\.?\/+|\/+$/g, ''),
      revisions: file.revisions?.replace(/^\.?\/+|\/+$/g, '') ?? null,
      ignores: (path) => file.ignore.length > 0 && ignored(path),
      scopeOf: (path) => scopes.filter((rule) => rule.matches(path)).map((rule) => rule.scope).reduce<string | null>((strictest, scope) => (strictest === null ? scope : strictestScope(strictest, scope)), null),
      projectOf: (path) => projects.findLast((rule) => rule.matches(path))?.project ?? null,
      localOnly: (path) => file.localOnly.length > 0 && localOnly(path),
    },
  }
}

function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let depth = path.length; depth > 0; depth--) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true)
    const key = path[depth - 1]
    const pair = isMap(parent) ? parent.items.find((item) => String(item.key) === String(key)) : undefined
    const range = (pair?.key as { range?: readonly number[] } | undefined)?.range ?? (document.getIn(path.slice(0, depth), true) as { range?: readonly number[] } | undefined)?.range // yaml nodes carry their range
    if (range?.[0] !== undefined) return lines.linePos(range[0]).line
  }
  return 1
}
