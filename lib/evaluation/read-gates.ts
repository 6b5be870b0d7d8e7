import { readFile } from 'node:fs/promises'
import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import { z } from 'zod'
import { Fault } from '@/lib/foundation'
import { caseCategories } from './case'
import { gateDirections, type Gate } from './gate'
import { measures, type Measure } from './measure'

/** A leak or a forged citation is a defect at any rate, so these are never a matter of degree, and no file may leave them out. */
const absoluteMeasures: readonly Measure[] = ['containment', 'access']

const gateSchema = z.strictObject({
  measure: z.enum(measures),
  category: z.enum(caseCategories).nullable().default(null),
  direction: z.enum(gateDirections),
  value: z.number().min(0).max(1),
  minimumSample: z.int().positive(),
  absolute: z.boolean().default(false),
}).superRefine((gate, context) => {
  const refuse = (path: string, message: string) => { context.addIssue({ code: 'custom', path: [path], message }) }
  const isAbsolute = absoluteMeasures.includes(gate.measure)
  if (isAbsolute && !gate.absolute) refuse('absolute', `a gate of ${gate.measure} is absolute: true is expected`)
  if (gate.absolute && (gate.measure === 'nDCG@10' || gate.measure === 'MRR')) refuse('absolute', `${gate.measure} is a mean, which cannot be absolute`)
  if (gate.absolute && gate.direction !== 'at-least') refuse('direction', 'an absolute gate is at-least')
  if (gate.absolute && gate.value !== 1) refuse('value', 'an absolute gate has the value 1')
})
const fileSchema = z.strictObject({ version: z.literal(1), gates: z.array(gateSchema).min(1) }).superRefine(({ gates }, context) => {
  for (const measure of absoluteMeasures) {
    if (!gates.some((gate) => gate.measure === measure && gate.category === null)) context.addIssue({ code: 'custom', path: ['gates'], message: `a gate of ${measure} over all cases is missing` })
  }
})

/** The gates of a YAML file, in its order. Throws Fault `bad-input` naming file, line and field when it cannot be read or is not in the agreed form. */
export async function readGates(path: string): Promise<readonly Gate[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => { throw new Fault('bad-input', `The gates ${path} cannot be read. Name a file that exists.`, { cause }) })
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [broken] = document.errors
  if (broken !== undefined) throw new Fault('bad-input', `${path}, line ${broken.linePos?.[0].line ?? 1}: the YAML cannot be read. ${broken.message}`, { cause: broken })
  const parsed = fileSchema.safeParse(document.toJS())
  if (parsed.success) return parsed.data.gates
  const [issue] = parsed.error.issues
  const field = issue?.path.filter((part) => typeof part !== 'symbol') ?? []
  throw new Fault('bad-input', `${path}, line ${lineOf(document, lines, field)}: ${field.length === 0 ? '' : `“${field.join('.')}”: `}${issue?.message ?? 'not in the agreed form'}.`)
}

/** The line of a field, or of the nearest thing around it that stands in the file. */
function lineOf(document: Document, lines: LineCounter, field: readonly (string | number)[]): number {
  for (let length = field.length; length > 0; length--) {
    const node = document.getIn(field.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
