import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Role, roles } from '#core/roles.ts'
import type { Notification } from './contract.ts'
import { exampleNotification as row } from './fake.ts'
import {
  actionPath,
  type Announcement,
  events,
  eventsFor,
  liveRetryDelay,
  requireUserId,
  resendBlocker,
  withAllRead,
  withOneRead,
  undoMarkRead,
} from './rules.ts'
import { featuresOf } from './rules/stale-features.ts'

test('a missing user id raises "No user ID"', () => {
  for (const id of [undefined, null, '']) expect(() => requireUserId(id)).toThrow(new Error('No user ID'))
  expect(requireUserId('x')).toBe('x')
})

describe('where a notification leads', () => {
  test.each(['/', '/school/students', '/shift/1?tab=a#b', '/a//b'])('%s', (url) => {
    expect(actionPath({ action_url: url })).toBe(url)
  })
  test.each([
    undefined,
    null,
    7,
    '',
    'school',
    'https://other.example',
    '//other.example',
    '/\\other.example',
    '\\\\other.example',
    '/\t/other.example',
    '/\n/other.example',
    'javascript:alert(1)',
    ' /x',
    '/x\u007f',
    `/${'x'.repeat(500)}`,
  ])('not to %j', (url) => {
    expect(actionPath({ action_url: url })).toBeNull()
  })
  test('stays on this site, whatever it is', () => {
    const here = 'https://placewell.example'
    const piece = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      'other.example',
      'https:',
    )
    const strays = fc
      .sample(fc.array(fc.oneof(piece, fc.string())), 5_000)
      .map((parts) => actionPath({ action_url: `/${parts.join('')}` }))
      .filter((path) => path !== null && new URL(path, here).origin !== here)
    expect(strays).toEqual([])
  })
})

describe('marking as read before the server has answered', () => {
  const now = '2026-09-01T12:00:00.000Z'
  const unread = row({ id: 'a' })
  const read = row({ id: 'b', is_read: true, read_at: '2026-08-01T00:00:00.000Z' })
  const list: Notification[] = [unread, read, row({ id: 'c' })]

  test('marks one, and keeps the others as the same objects', () => {
    const after = withOneRead(list, 'a', now)
    expect(after[0]).toEqual({ ...unread, is_read: true, read_at: now })
    expect(after.slice(1)).toEqual(list.slice(1))
    expect(after[1]).toBe(read)
  })
  test('does not change what is already read', () => {
    expect(withOneRead(list, 'b', now)).toBe(list)
    expect(withOneRead(list, 'unknown', now)).toBe(list)
    expect(withAllRead([read], now)).toEqual([read])
  })
  test('marks all', () => {
    expect(withAllRead(list, now).map(({ is_read }) => is_read)).toEqual([true, true, true])
    expect(withAllRead(list, now)[1]).toBe(read)
  })
  test('is not undone for a row that the server says was read', () => {
    const elsewhere = [{ ...unread, is_read: true, read_at: '2026-09-01T11:59:00.000Z' }]
    expect(undoMarkRead(elsewhere, new Set(['a']), now)).toEqual(elsewhere)
  })
  test('is undone exactly, and what arrived since stays', () => {
    expect(undoMarkRead(withOneRead(list, 'a', now), new Set(['a']), now)).toEqual(list)
    expect(undoMarkRead(withAllRead(list, now), new Set(['a', 'c']), now)).toEqual(list)
    const newer = row({ id: 'd' })
    expect(undoMarkRead([newer, ...withOneRead(list, 'a', now)], new Set(['a']), now)).toEqual([
      newer,
      ...list,
    ])
  })
})

test('a broken stream is retried after 1 s, doubling to 30 s, with a variation of up to a half', () => {
  expect([1, 2, 3, 6, 20].map((failures) => liveRetryDelay(failures, () => 1))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ])
  expect(liveRetryDelay(1, () => 0)).toBe(500)
})

test('each event is listed once, with its texts, and each role has some to choose', () => {
  expect(new Set(events.map(({ type }) => type)).size).toBe(events.length)
  for (const { label, description } of events) expect(`${label}${description}`).toMatch(/^[A-Z].+\.$/)
  for (const role of roles) expect(eventsFor(role).length).toBeGreaterThan(2)
  expect(eventsFor('student').map(({ type }) => type)).toContain('waitlist_offer')
  expect(eventsFor('facility_admin').map(({ type }) => type)).not.toContain('waitlist_offer')
})

test('an announcement under the id of another is refused, the same one again is not', () => {
  const sent: Announcement = {
    audience: 'role',
    audience_role: 'student',
    audience_school_id: null,
    audience_user_id: null,
    title: 'T',
    message: 'M',
    action_url: null,
    by_email: false,
  }
  const known = { ...sent, id: 'x', recipient_count: 4 }
  expect(resendBlocker(known, sent)).toBeNull()
  for (const change of [
    { title: 'U' },
    { by_email: true },
    { audience_role: 'proctor' },
    { action_url: '/a' },
  ])
    expect(resendBlocker(known, { ...sent, ...change })).toEqual({
      code: 'announcement.sent_otherwise',
      values: {},
    })
})

test('an answer about billing reaches the page that waits for it', () => {
  expect(featuresOf([{ type: 'billing' }, { type: 'billing' }])).toEqual(['subscriptions'])
})

/** Who is sent what, apart from the roles that a description names: preceptors are facility admins, and superadmins stand in. */
test.each<[string, Role[]]>([
  ['hours', ['student', 'proctor', 'school_admin', 'school_super_admin']],
  ['wishlists', ['student', 'facility_admin', 'school_admin', 'superadmin']],
  ['shift_assigned', ['student', 'proctor', 'facility_admin']],
  ['shift_changed', ['student', 'proctor', 'facility_admin', 'school_admin', 'superadmin']],
  ['shift_cancelled', ['student', 'proctor', 'facility_admin', 'school_admin', 'superadmin']],
  ['evaluation', ['student', 'proctor', 'facility_admin', 'school_admin']],
  ['capstone', ['student', 'proctor', 'facility_admin', 'school_admin']],
  ['capstone_concern', ['student', 'proctor', 'facility_admin', 'school_admin']],
  ['incident_reported', ['facility_admin', 'school_admin', 'superadmin']],
  ['release', ['student', 'school_admin', 'superadmin']],
  ['seat_changed', ['student', 'proctor', 'school_admin', 'superadmin']],
])('%s can be turned off by everyone who is sent it', (type, recipients) => {
  const offered = recipients.filter((role) => eventsFor(role).some((event) => event.type === type))
  expect(offered).toEqual(recipients)
})
