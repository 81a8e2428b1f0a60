import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOwnPath } from './own-path.ts'

const OWN = 'https://placewell.example.edu/login'

it.each([
  '/',
  '/school/dashboard',
  '/shift/5?tab=roster#seats',
  '/a//b',
  '/search?q=https://other.example',
  '/x?from=//other.example',
  '/é',
])('%s is a page of this product', (path) => {
  expect(isOwnPath(path)).toBe(true)
})

const nasty = [
  '',
  ' ',
  ' /',
  'school',
  'https://other.example',
  '//other.example',
  '///other.example',
  '/\\other.example',
  '\\\\other.example',
  '/\t/other.example',
  '/\n/other.example',
  '/\r\n/other.example',
  '\t//other.example',
  '/\t\\other.example',
  '/\u0000/other.example',
  '/\u007f',
  '/\u0085/x',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'http:/other.example',
  '/./\t/other.example',
  '/.//other.example',
  '/..//other.example',
  '/a/..//other.example',
  '/%2e//other.example',
  '/%2E%2e//other.example',
  '/\ud800\\',
  'mailto:a@b.example',
  '?x',
  '#x',
  '//',
  '/\\',
  '//user@other.example',
  '//[::1]',
  '//other.example:80/',
]

it.each(nasty)('%j is not', (path) => {
  expect(isOwnPath(path)).toBe(false)
})

it('whatever is accepted stays on this site, resolved once or twice, by a browser', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '\r',
      ' ',
      '@',
      ':',
      '?',
      '#',
      'http:',
      'javascript:',
      'other.example',
      '\u3002',
      '\uff0f',
      '\u2028',
      '\ufeff',
    ),
    fc.string({ maxLength: 3, unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      for (const path of [pieces.join(''), `/${pieces.join('')}`]) {
        if (!isOwnPath(path)) continue
        const once = new URL(path, OWN)
        expect(once.origin).toBe(new URL(OWN).origin)
        expect(new URL(once.pathname, OWN).origin).toBe(once.origin)
      }
    }),
    { numRuns: 20_000 },
  )
})

it('checking only the first characters would not be enough', () => {
  const byFirstCharacters = (path: string) => /^\/(?![/\\])/.test(path)
  const led = nasty.filter(
    (path) => byFirstCharacters(path) && new URL(path, OWN).origin !== new URL(OWN).origin,
  )
  expect(led).toContain('/\t/other.example')
})
