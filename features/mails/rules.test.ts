import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Delivery,
  heldUntil,
  linked,
  pageOfInvitations,
  plainParagraphs,
  retryDelay,
  withoutTokens,
} from './rules.ts'

test('the record of a mail has no sign-in tokens', () => {
  expect(withoutTokens('see https://p.example/a?token=S_1-a&x=1, ?code=ABC"> and barcode=7')).toBe(
    'see https://p.example/a?token=[cut]&x=1, ?code=[cut]"> and barcode=7',
  )
})

describe('retrying', () => {
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
  test('spreads by a quarter up and down', () => {
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

  test('keeps only links that a mail program may follow', () => {
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
    'keeps 50,000 characters of %s without making links',
    (part) => {
      // bench/api/long-texts.ts measures how long it takes, compared with a quarter of the text.
      const pieces = plainParagraphs(part.repeat(50_000 / part.length)).flat()
      expect(pieces.filter(({ href }) => href !== undefined)).toEqual([])
    },
  )
})

test('addresses in a plain text become links, without the period after them', () => {
  expect(linked('Open http://localhost:3000/verify-email?token=a-b_c. Thanks')).toEqual([
    { text: 'Open ' },
    {
      text: 'http://localhost:3000/verify-email?token=a-b_c',
      href: 'http://localhost:3000/verify-email?token=a-b_c',
    },
    { text: '. Thanks' },
  ])
})

describe('when a copy is sent', () => {
  const at = (text: string) => Date.parse(text)
  const zone: Delivery = {
    digest_at: null,
    quiet_from: null,
    quiet_until: null,
    time_zone: 'America/Chicago',
  }
  const held = (
    delivery: Partial<Delivery> | null,
    created: string,
    now = created,
    event = 'shift_approved',
  ) => {
    const until = heldUntil({ event, createdAt: at(created) }, delivery && { ...zone, ...delivery }, at(now))
    return until && new Date(until).toISOString()
  }
  const daily = { digest_at: '07:00' }
  const quiet = { quiet_from: '21:00', quiet_until: '06:30' }

  test('at once, unless the person chose otherwise', () => {
    expect(held(null, '2027-01-12T03:00:00Z')).toBeNull()
    expect(held({}, '2027-01-12T03:00:00Z')).toBeNull()
  })

  test('while a job still adds to its notification, at most 15 minutes, even if urgent', () => {
    const growing = (minutes: number) =>
      heldUntil({ event: 'waitlist_offer', createdAt: 0, isGrowing: true }, null, minutes * 60_000)
    expect([growing(0), growing(14), growing(15)]).toEqual([10_000, 14 * 60_000 + 10_000, null])
  })

  test.each([
    // Chicago is six hours behind: 6:59 AM, 7:00 AM and 8 PM there.
    ['2027-01-12T12:59:00Z', '2027-01-12T13:00:00.000Z'],
    ['2027-01-12T13:00:00Z', '2027-01-13T13:00:00.000Z'],
    ['2027-01-13T02:00:00Z', '2027-01-13T13:00:00.000Z'],
    // The clocks go forward on March 14 and back on November 7.
    ['2027-03-13T20:00:00Z', '2027-03-14T12:00:00.000Z'],
    ['2027-11-06T20:00:00Z', '2027-11-07T13:00:00.000Z'],
  ])('written at %s waits for the digest at %s', (created, until) => {
    expect(held(daily, created)).toBe(until)
    expect(held(daily, created, until)).toBeNull()
    // No worker ran for two days: it is late, so it is sent now.
    expect(held(daily, created, '2027-12-24T00:00:00Z')).toBeNull()
  })

  test.each([
    ['2027-01-13T02:59:00Z', null],
    ['2027-01-13T03:00:00Z', '2027-01-13T12:30:00.000Z'],
    ['2027-01-13T07:00:00Z', '2027-01-13T12:30:00.000Z'],
    ['2027-01-13T12:29:00Z', '2027-01-13T12:30:00.000Z'],
    ['2027-01-13T12:30:00Z', null],
  ])('at %s quiet hours hold it until %s', (now, until) => {
    expect(held(quiet, '2027-01-12T18:00:00Z', now)).toBe(until)
  })

  test('quiet hours within a day', () => {
    const noon = { quiet_from: '12:00', quiet_until: '13:00' }
    expect(held(noon, '2027-01-12T18:30:00Z')).toBe('2027-01-12T19:00:00.000Z')
    expect(held(noon, '2027-01-12T19:00:00Z')).toBeNull()
  })

  test("quiet hours do not move a digest's chosen time", () => {
    expect(
      held({ ...daily, ...quiet, digest_at: '05:00' }, '2027-01-12T18:00:00Z', '2027-01-13T11:00:00Z'),
    ).toBeNull()
  })

  test('urgent events are never held back', () => {
    for (const event of ['waitlist_offer', 'shift_cancelled', 'shift_reminder', 'incident_reported'])
      expect(held({ ...daily, ...quiet }, '2027-01-13T04:00:00Z', undefined, event)).toBeNull()
  })

  test('whatever the choice and the hour, it waits less than a day and a half, and is not held again at the end', () => {
    const clock = fc
      .integer({ min: 0, max: 1439 })
      .map(
        (minutes) =>
          `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
      )
    const delivery = fc
      .record({
        digest_at: fc.option(clock),
        quiet_from: clock,
        quiet_until: clock,
        time_zone: fc.constantFrom('America/Chicago', 'Pacific/Honolulu', 'Pacific/Auckland', 'UTC'),
      })
      .filter(({ quiet_from, quiet_until }) => quiet_from !== quiet_until)
    const instant = fc.integer({ min: at('2027-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') })
    fc.assert(
      fc.property(delivery, instant, (chosen, now) => {
        const mail = { event: 'shift_approved', createdAt: now }
        const until = heldUntil(mail, chosen, now)
        if (until === null) return
        expect(until).toBeGreaterThan(now)
        expect(until - now).toBeLessThan(36 * 3_600_000)
        expect(heldUntil(mail, chosen, until)).toBeNull()
      }),
    )
  })
})

test.each([
  ['superadmin', 'school_super_admin', '/admin/users?view=invitations'],
  ['superadmin', 'facility_admin', '/admin/users?view=invitations&within=facility'],
  ['facility_admin', 'facility_admin', '/facility/users?view=invitations'],
  ['school_admin', 'student', '/school/students?view=invitations'],
])('a %s finds the invitation of a %s at %s', (reader, invited, page) => {
  expect(pageOfInvitations(reader, invited)).toBe(page)
})
