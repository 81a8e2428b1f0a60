import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linked, plainParagraphs, retryDelay } from './rules.ts'

describe('trying again', () => {
  test('waits 15 s, then twice as long each time, at most an hour, and gives up after ten attempts', () => {
    const middle = () => 0.5
    const waits = Array.from({ length: 10 }, (_, index) => retryDelay(index + 1, false, middle))
    expect(waits.map((wait) => wait && wait / 1_000)).toEqual([
      15,
      30,
      60,
      120,
      240,
      480,
      960,
      1920,
      3600,
      null,
    ])
  })
  test('gives up after three final refusals', () => {
    expect([1, 2, 3].map((attempt) => retryDelay(attempt, true, () => 0))).toEqual([11_250, 22_500, null])
  })
  test('spreads by a quarter to both sides', () => {
    expect(retryDelay(1, false, () => 0)).toBe(11_250)
    expect(retryDelay(1, false, () => 1)).toBe(18_750)
  })
})

describe('HTML as paragraphs and links', () => {
  test.each([
    ['<p>Hello <b>Ana</b>,</p><p>see you.</p>', [[{ text: 'Hello Ana,' }], [{ text: 'see you.' }]]],
    ['one<br>two', [[{ text: 'one' }], [{ text: 'two' }]]],
    [
      'See <a href="https://example.org/a?b=1&amp;c=2">the page</a>.',
      [[{ text: 'See ' }, { text: 'the page', href: 'https://example.org/a?b=1&c=2' }, { text: '.' }]],
    ],
    ['<a href="javascript:alert(1)">x</a>', [[{ text: 'x' }]]],
    ['<a href=" java&#115;cript:alert(1)">x</a>', [[{ text: 'x' }]]],
    ['<a href="data:text/html,x">x</a>', [[{ text: 'x' }]]],
    ['<a href="/relative">x</a>', [[{ text: 'x' }]]],
    ['a<script>alert("</p>")</script>b', [[{ text: 'ab' }]]],
    ['a<script>never closed', [[{ text: 'a' }]]],
    ['a<!-- <p>b</p> -->c', [[{ text: 'ac' }]]],
    ['<img src=x onerror=alert(1)>', []],
    ['1 < 2 &lt;b&gt; &amp;amp;', [[{ text: '1 < 2 <b> &amp;' }]]],
    ['<p title="a > b">text</p>', [[{ text: 'text' }]]],
    ['  \n ', []],
  ])('%s', (html, expected) => {
    expect(plainParagraphs(html)).toEqual(expected)
  })

  test('links only where a mail program may follow', () => {
    const piece = fc.constantFrom(
      '<a href=',
      '"',
      "'",
      '>',
      '</a>',
      'javascript:',
      'https:',
      '&#58;',
      '//x.example',
      '\t',
    )
    const pieces = fc.array(fc.oneof(fc.string(), piece))
    const strays = fc
      .sample(pieces, 2_000)
      .flatMap((parts) => plainParagraphs(parts.join('')).flat())
      .filter(({ href }) => href !== undefined && !/^(https?|mailto):/.test(href))
    expect(strays).toEqual([])
  })

  test.each(['<a', '<!--', '<script>', '<a href="', '&', '"<'])(
    'keeps 50,000 characters of %s, and makes no link of them',
    (part) => {
      // How long it takes, beside a quarter of the text: bench/api/long-texts.ts.
      const pieces = plainParagraphs(part.repeat(50_000 / part.length)).flat()
      expect(pieces.filter(({ href }) => href !== undefined)).toEqual([])
    },
  )
})

test('addresses in a plain text become links, without the full stop behind them', () => {
  expect(linked('Open http://localhost:3000/verify-email?token=a-b_c. Thanks')).toEqual([
    { text: 'Open ' },
    {
      text: 'http://localhost:3000/verify-email?token=a-b_c',
      href: 'http://localhost:3000/verify-email?token=a-b_c',
    },
    { text: '. Thanks' },
  ])
})
