import { z } from 'zod'
import { Fault } from '@/lib/foundation'

const structuredRequestSchema = z.looseObject({ response_format: z.looseObject({ type: z.literal('json_schema') }) })

/** Whatever a web page or a picture is called, no model's reply is. Servers that name a reply wrongly call it plain text or bytes. */
const noReply = /^(text\/html|text\/css|text\/xml|application\/xml|application\/xhtml|application\/pdf|image\/|video\/|audio\/)/i

/**
 * `fetch` for requests that carry evidence: it follows no redirect, so that nothing goes to another address than the one
 * in the settings, and takes no web page for a reply; each is a Fault `model-unavailable`.
 */
async function fetchOnce(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  const contentType = response.headers.get('content-type') ?? ''
  const problem = response.status >= 300 && response.status < 400
    ? 'The language model’s address sends requests on to another one, and nothing was sent there. Put the address that it leads to into the settings.'
    : response.ok && noReply.test(contentType)
      ? `The language model’s address answered with ${contentType.split(';')[0]}, which is no reply of a model. Check the address in the settings.`
      : null
  if (problem === null) return response
  await response.body?.cancel()
  throw new Fault('model-unavailable', problem)
}

/**
 * The guarded fetch, and a second form for servers that know no JSON schema and refuse the whole request with 400 or
 * 422: the request is then sent once more, asking for plain JSON, and so are all later ones; the reply is checked
 * against the schema in either case.
 */
export function guardedFetch(): typeof fetch {
  let schemaRefused = false
  const withoutSchema = (body: string): string | null => {
    const parsed = structuredRequestSchema.safeParse(JSON.parse(body))
    return parsed.success ? JSON.stringify({ ...parsed.data, response_format: { type: 'json_object' } }) : null
  }
  return async (input, init) => {
    const plain = typeof init?.body === 'string' ? withoutSchema(init.body) : null
    if (plain === null) return fetchOnce(input, init)
    if (schemaRefused) return fetchOnce(input, { ...init, body: plain })
    const response = await fetchOnce(input, init)
    if (response.status !== 400 && response.status !== 422) return response
    if (!/response_format|schema/i.test(await response.clone().text())) return response
    await response.body?.cancel()
    schemaRefused = true
    return fetchOnce(input, { ...init, body: plain })
  }
}
