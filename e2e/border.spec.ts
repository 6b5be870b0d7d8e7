import { request as send } from 'node:http'
import { expect, test } from './fixtures'

/** The status of a request with headers that a browser would not let a page choose. */
async function statusOf(url: string, method: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.once('error', reject)
    sent.end()
  })
}

for (const path of ['/answers/ask', '/evidence/new', '/sign-in/redeem', '/api/ask', '/api/index']) {
  test(`a POST to ${path} from another site is refused`, async ({ product }) => {
    expect(await statusOf(`${product.url}${path}`, 'POST', { origin: 'http://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' })).toBe(403)
    expect(await statusOf(`${product.url}${path}`, 'POST', { origin: 'null' })).toBe(403)
    expect(await statusOf(`${product.url}${path}`, 'POST', {})).toBe(403)
  })
}

test('a name that only points here is not served', async ({ product }) => {
  for (const path of ['/', '/search?q=retry', '/api/status', '/documents/doc_x']) {
    expect(await statusOf(`${product.url}${path}`, 'GET', { host: 'elsewhere.example' })).toBe(421)
    expect(await statusOf(`${product.url}${path}`, 'GET', { host: `elsewhere.example:${product.port}` })).toBe(421)
  }
  expect(await statusOf(`${product.url}/api/health`, 'GET', {})).toBe(200)
})

test('a wrong token is refused, not taken for a stranger', async ({ product }) => {
  expect(await statusOf(`${product.url}/api/status`, 'GET', { authorization: 'Bearer wrong' })).toBe(401)
})
