import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLlmsFull } from './parse-llms-full'

const paths = (text: string, name = 'llms-full') => parseLlmsFull(text, name).map(({ path }) => path)

describe('a published text', () => {
  it('is cut at its first-level headings, each page under its address or its title', () => {
    const text = '# Getting Started\nSource: https://docs.example.org/start/first\n\nHello.\n\n# Über uns & mehr\n\nWords.\n\n# API\n\nURL: https://docs.example.org/api/index.html\n\n## Calls\n\nText.\n'
    expect(parseLlmsFull(text, 'llms-full')).toEqual([
      { path: 'start/first.md', text: '# Getting Started\nSource: https://docs.example.org/start/first\n\nHello.\n\n' },
      { path: 'über-uns-mehr.md', text: '# Über uns & mehr\n\nWords.\n\n' },
      { path: 'api/index.md', text: '# API\n\nURL: https://docs.example.org/api/index.html\n\n## Calls\n\nText.\n' },
    ])
  })

  it('takes an address above a heading for that heading’s', () => {
    expect(parseLlmsFull('<url>https://x.org/a</url>\n# A\n\nOne.\n\n<url>https://x.org/b</url>\n\n# B\n\nTwo.\n', 'x')).toEqual([
      { path: 'a.md', text: '<url>https://x.org/a</url>\n# A\n\nOne.\n\n' }, { path: 'b.md', text: '<url>https://x.org/b</url>\n\n# B\n\nTwo.\n' },
    ])
    expect(paths('# A\nURL: https://x.org/a\n\n# B\n\nText.\n')).toEqual(['a.md', 'b.md'])
  })

  it('keeps what stands before the first heading, and a text without any', () => {
    expect(paths('> Everything about X.\n\n# A\n\nOne.\n')).toEqual(['llms-full.md', 'a.md'])
    expect(paths('Only words.\n', 'Some Name')).toEqual(['some-name.md'])
    expect(paths('\n\n# A\n')).toEqual(['a.md'])
    expect(paths(' \n')).toEqual([])
  })

  it('does not take code for headings, also where a fence is never closed', () => {
    expect(paths('# A\n\n```sh\n# comment\n```\n\n~~~~\n# more\n~~~\n# still\n~~~~\n\n# B\n')).toEqual(['a.md', 'b.md'])
    expect(paths('# A\n\n```sh\n# comment\n\n# B\nURL: https://x.org/b\n\n# C\n')).toEqual(['a.md', 'comment.md', 'b.md', 'c.md'])
  })

  it('keeps pages of one name or address apart, and paths inside the source', () => {
    expect(paths('# A\n\n# A\n\n# A\n')).toEqual(['a.md', 'a-2.md', 'a-3.md'])
    expect(paths('# A\nURL: https://x.org/../../etc/passwd\n\n# B\nURL: https://x.org/%2e%2e/%2fetc\n\n# C\nURL: https://other.org/c\n\n# D\nURL: https://x.org/\n\n#\n')).toEqual(['etc/passwd.md', '-etc.md', 'other.org/c.md', 'd.md', 'untitled.md'])
  })

  it('is whole in its pages, and every page has a path of its own', () => {
    const line = fc.constantFrom('# A', '# A #', '#', '## B', '```', '~~~', '``` js', 'URL: https://x.org/a', '<url>/b/c</url>', 'Source: https://y.org/%zz', 'words', '', '  ', '    # code', '\ud83d\udc18', '# 🐘')
    fc.assert(fc.property(fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')).map((parts) => parts.join('')), { maxLength: 40 }), (lines) => {
      const text = lines.join('')
      const pages = parseLlmsFull(text, 'x')
      expect(pages.map((page) => page.text).join('')).toBe(text.trim() === '' ? '' : text)
      expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
      expect(pages.filter(({ path }) => !/^[^/].*\.md$/.test(path) || path.split('/').some((part) => ['', '.', '..'].includes(part)))).toEqual([])
    }), { numRuns: 500 })
  })
})
