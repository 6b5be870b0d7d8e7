import { z } from 'zod'
import { feedbackCategoryWords } from '@/app/_components/words'
import type { Notice } from '@/app/_components/record-notices'
import type { FieldReader } from '@/app/_components/search-address'
import { answerIdSchema } from '@/lib/foundation'
import type { FeedbackCategory, FeedbackId, ShareId } from '@/lib/answers'

const id = <P extends string>(prefix: P) => z.templateLiteral([z.literal(`${prefix}_`), z.string().regex(/^[0-9a-z]{16,40}$/)])
const revision = z.string().regex(/^[1-9]\d{0,8}$/).transform(Number)
// Browsers count a line’s end as one character and send two.
const words = z.string().transform((text) => text.replace(/\r\n?/g, '\n').trim()).pipe(z.string().max(4_000, 'words-long' satisfies Notice)).default('')
const categories = Object.keys(feedbackCategoryWords) as FeedbackCategory[] // Object.keys forgets what its keys are

/** Names one answer revision. */
export const revisionFields = z.object({ answerId: answerIdSchema, revision })
export const bookmarkFields = revisionFields.extend({ wanted: z.enum(['yes', 'no']) })
export const feedbackFields = z.object({ category: z.enum(categories, 'feedback-category' satisfies Notice), words })
export const noteFields = z.object({ note: words })
export const shareFields = z.object({ days: z.enum(['1', '7', '30'], 'share-days' satisfies Notice).transform(Number) })
export const feedbackIdSchema: z.ZodType<FeedbackId> = id('fbk')
export const shareIdSchema: z.ZodType<ShareId> = id('shr')

/** The first value of each field of a form, as a schema reads them; what is wrong is the first issue's message. */
export function parseFields<T extends z.ZodObject>(schema: T, read: FieldReader): { readonly data: z.output<T> } | { readonly problem: string } {
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, read(name)[0]]))
  const parsed = schema.safeParse(given)
  return parsed.success ? { data: parsed.data } : { problem: parsed.error.issues[0]?.message ?? '' }
}
