import type { lookup } from 'node:dns'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchText, nextHop } from './fetch-text'
import { isPublicAddress, namesPrivateHost } from './public-address'
import { scanPublished } from './scan-published'

const limits = { maxBytes: 2000, timeoutMs: 2000, maxRedirects: 3 }
const servers: Server[] = []

async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address is one
}

let origin: string
let asked: string[]
beforeEach(async () => {
  asked = []
  const elsewhere = await serve((_request, response) => {
    asked.push('elsewhere')
    response.setHeader('content-type', 'text/plain').end('# Secret\n')
  })
  origin = await serve(({ url = '', headers }, response) => {
    asked.push(url)
    const redirect = (location: string) => response.writeHead(302, { location }).end()
    const text = (body: string) => response.setHeader('content-type', 'text/plain; charset=utf-8').end(body)
    switch (url) {
      case '/llms-full.txt': response.setHeader('last-modified', 'Tue, 03 May 2022 10:00:00 GMT'); return text('# One\nURL: https://docs.example.org/one\n\nFirst page.\n\n# Two\n\nSecond page.\n')
      case '/named': {
        if (headers['if-none-match'] === '"v1"') return response.writeHead(304).end()
        response.setHeader('etag', '"v1"').setHeader('last-modified', 'Tue, 03 May 2022 10:00:00 GMT')
        return text('# Named\n')
      }
      case '/one': response.setHeader('etag', 'é'.repeat(3)); return text('# One\n')
      case '/always-unchanged': return response.writeHead(304).end()
      case '/moved': return redirect('/llms-full.txt')
      case '/loop': return redirect('/loop')
      case '/out': return redirect(`${elsewhere}/`)
      case '/metadata': return redirect('http://169.254.169.254/latest/meta-data')
      case '/file': return redirect('file:///etc/passwd')
      case '/nowhere': return redirect('http://')
      case '/long': return text('x'.repeat(3000))
      case '/endless': response.setHeader('content-type', 'text/plain'); response.on('error', () => undefined); for (let at = 0; at < 100; at++) response.write('x'.repeat(100)); return response.end()
      case '/slow': response.setHeader('content-type', 'text/plain'); return response.write('# One\n')
      case '/cut': response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' }); response.write('# One\n'); return setTimeout(() => response.destroy(), 50)
      case '/page': return response.setHeader('content-type', 'text/html').end('<p>Not found</p>')
      case '/binary': return response.setHeader('content-type', 'application/octet-stream').end('x')
      case '/latin1': return response.setHeader('content-type', 'text/plain').end(Buffer.from([0x23, 0x20, 0xfc]))
      case '/packed': return response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end('x')
      default: return response.writeHead(404).end()
    }
  })
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function faultOf(path: string): Promise<string> {
  const scan = await scanPublished(`${origin}${path}`, null, limits)
  return scan.kind === 'fault' ? scan.reason : `no fault: ${scan.kind}`
}

describe('a text at an address', () => {
  it('becomes a file per page, dated by the server', async () => {
    for (const path of ['/llms-full.txt', '/moved']) {
      const scan = await scanPublished(`${origin}${path}`, null, limits)
      expect(scan).toMatchObject({ kind: 'scan', files: [{ path: 'one.md' }, { path: 'two.md' }] })
      const [version] = scan.kind === 'scan' ? (scan.files[1]?.versions ?? []) : []
      expect(version?.modifiedAt.toISOString()).toBe('2022-05-03T10:00:00.000Z')
      const read = await version?.read()
      expect(read?.kind === 'bytes' ? Buffer.from(read.bytes).toString('utf8') : read).toBe('# Two\n\nSecond page.\n')
    }
  })

  it('is asked for again only if it is another, where the server names its states', async () => {
    const first = await scanPublished(`${origin}/named`, null, limits)
    expect(first).toMatchObject({ kind: 'scan', validators: { etag: '"v1"', lastModified: 'Tue, 03 May 2022 10:00:00 GMT' } })
    expect(await scanPublished(`${origin}/named`, { etag: '"v1"', lastModified: 'Tue, 03 May 2022 10:00:00 GMT' }, limits)).toEqual({ kind: 'unchanged' })
    expect(await scanPublished(`${origin}/named`, { etag: '"v0"', lastModified: null }, limits)).toMatchObject({ kind: 'scan' })
    expect(await scanPublished(`${origin}/one`, null, limits)).toMatchObject({ kind: 'scan', validators: { etag: null, lastModified: null } })
    // A server that says so without having been asked has sent nothing.
    expect(await scanPublished(`${origin}/always-unchanged`, null, limits)).toMatchObject({ kind: 'fault', reason: expect.stringMatching(/status 304/) })
  })

  it('is a fault with one sentence when it cannot be had within the limits', async () => {
    expect(await faultOf('/gone')).toMatch(/answered with status 404\.$/)
    expect(await faultOf('/long')).toMatch(/has more than/)
    expect(await faultOf('/endless')).toMatch(/has more than/)
    expect(await faultOf('/slow')).toMatch(/did not answer within 2 seconds/)
    expect(await faultOf('/cut')).toMatch(/cannot be reached|before it was complete/)
    expect(await faultOf('/page')).toMatch(/is text\/html, not plain text/)
    expect(await faultOf('/binary')).toMatch(/is application\/octet-stream/)
    expect(await faultOf('/latin1')).toMatch(/is not valid UTF-8/)
    expect(await faultOf('/packed')).toMatch(/compressed/)
    const unused = createServer()
    await new Promise<void>((resolve) => { unused.listen(0, '127.0.0.1', resolve) })
    const { port } = unused.address() as AddressInfo // as above
    await new Promise((resolve) => unused.close(resolve))
    expect(await scanPublished(`http://127.0.0.1:${port}/`, null, limits)).toEqual({ kind: 'fault', reason: expect.stringMatching(/cannot be reached/) })
  })

  it('on this machine leads to itself only', async () => {
    for (const path of ['/out', '/metadata', '/file', '/nowhere']) expect(await faultOf(path)).toMatch(/redirects to/)
    expect(asked).not.toContain('elsewhere')
    expect(await faultOf('/loop')).toMatch(/redirects more than 3 times/)
  })

  it('is not read from this machine under a name that only resolves to it', async () => {
    const { port } = new URL(origin)
    const hidden = ((_name: string, _options: object, callback: (error: null, addresses: object) => void) => { callback(null, [{ address: '8.8.8.8', family: 4 }, { address: '127.0.0.1', family: 4 }]) }) as unknown as typeof lookup // its overloads aside
    expect(await fetchText(`http://notes.example.org:${port}/llms-full.txt`, limits, null, hidden)).toEqual({ kind: 'failed', reason: expect.stringMatching(/notes\.example\.org leads to 127\.0\.0\.1, which is not a public address/) })
    expect(asked).toEqual([])
    expect(await fetchText(`http://localhost:${port}/llms-full.txt`, limits, null, hidden)).toMatchObject({ kind: 'text' })
  })

  it('on the public internet may lead to another public address, and not to a private one or to an open line', () => {
    const from = new URL('https://docs.example.org/llms-full.txt')
    expect(nextHop(from, '/v2/llms-full.txt', null).href).toBe('https://docs.example.org/v2/llms-full.txt')
    expect(nextHop(from, 'https://cdn.example.net/x', null).href).toBe('https://cdn.example.net/x')
    for (const target of ['https://127.0.0.1/', 'https://localhost:3000/', 'https://[::1]/', 'https://0x7f.1/', 'https://192.168.0.1/', 'https://169.254.169.254/', 'http://docs.example.org/x', 'ftp://docs.example.org/x', 'http://']) {
      expect(() => nextHop(from, target, null), target).toThrow(/redirects to/)
    }
  })
})

it('tells public addresses from all others', () => {
  const others = ['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', 'fd12:3456::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'ff02::1', 'nonsense', '']
  expect(others.filter(isPublicAddress)).toEqual([])
  expect(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'].filter((address) => !isPublicAddress(address))).toEqual([])
  const hosts = ['http://localhost/', 'http://a.localhost/', 'http://127.1/', 'http://0x7f.0.0.1/', 'http://2130706433/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://10.0.0.1/'].map((address) => new URL(address).hostname)
  expect(hosts.filter((host) => !namesPrivateHost(host))).toEqual([])
  expect(['example.org', 'localhost.example.org', '8.8.8.8', '[2606:4700::1111]'].filter(namesPrivateHost)).toEqual([])
})

it('reads a published text from a file, and says what is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'k81r-published-'))
  try {
    await writeFile(join(folder, 'llms-full.txt'), '# One\n\nText.\n')
    expect(await scanPublished(join(folder, 'llms-full.txt'))).toMatchObject({ kind: 'scan', files: [{ path: 'one.md' }] })
    expect(await scanPublished(join(folder, 'none.txt'))).toEqual({ kind: 'fault', reason: expect.stringMatching(/does not exist/) })
    expect(await scanPublished(folder)).toEqual({ kind: 'fault', reason: expect.stringMatching(/is not a file/) })
    await writeFile(join(folder, 'long.txt'), 'x'.repeat(3000))
    expect(await scanPublished(join(folder, 'long.txt'), null, limits)).toEqual({ kind: 'fault', reason: expect.stringMatching(/has more than/) })
  } finally {
    await rm(folder, { recursive: true })
  }
})
