import { describe, expect, it, test } from 'vitest'
import { settingTexts } from '#core/school-settings.ts'
import { actorOf, chainFaults, detailsOf, idsIn, type SealedBlock, subjectOf, titleOf } from './rules.ts'
import { faultSentence, verificationSentence } from './messages.ts'
import { accessTitle, studentsSentence, readerLabel } from './web/access-words.ts'

const lakeshore = '11111111-1111-4111-8111-111111111111'
const event = { action: 'update', entity: 'users', changes: {}, facility_name: null }

test.each([
  [{}, 'Account changed'],
  [{ action: 'insert', entity: 'invitations' }, 'Invitation created'],
  [{ action: 'accept', entity: 'invitations' }, 'Invitation accepted'],
  [{ action: 'export' }, 'Exported a list of people'],
  [{ action: 'change_password' }, 'Password changed'],
  [{ action: 'reset_password' }, 'Password reset by link'],
  [{ action: 'choose_password' }, 'Password chosen when the address was verified'],
  [{ action: 'require_password_change' }, 'New password required'],
  [{ action: 'bootstrap_superadmin' }, 'First superadmin set up'],
  [{ action: 'send', entity: 'mails' }, 'Email sent'],
  [{ action: 'update', entity: 'subscriptions' }, 'Subscription changed'],
  [{ action: 'insert', entity: 'facilities' }, 'Facility created'],
  [{ action: 'impersonation_started' }, 'Impersonation started'],
  [{ action: 'escalate', entity: 'incident_reports' }, 'Incident report escalate'],
  [
    { action: 'insert', entity: 'facility_admin_permissions', facility_name: 'West' },
    'Permission at West turned on',
  ],
  [{ entity: 'facility_admin_permissions', changes: { is_enabled: [true, false] } }, 'Permission turned off'],
  [{ entity: 'facility_admin_permissions', changes: { is_enabled: [false, true] } }, 'Permission turned on'],
])('%j is shown as %s', (change, title) => {
  expect(titleOf({ ...event, ...change })).toBe(title)
})

test('says who did it, and impersonating whom', () => {
  const nobody = { actor_id: null, actor_name: null, acting_as: null, acting_as_name: null }
  expect(actorOf(nobody)).toBe('Placewell')
  expect(actorOf({ ...nobody, actor_id: 'a' })).toBe('Someone outside your school')
  expect(actorOf({ ...nobody, actor_id: 'a', actor_name: 'Sam' })).toBe('Sam')
  expect(actorOf({ actor_id: 'a', actor_name: 'Sam', acting_as: 'b', acting_as_name: 'Jenna' })).toBe(
    'Sam, acting as Jenna',
  )
})

test('changes are shown as lines, with the names of facilities', () => {
  const changes = {
    role: ['student', 'school_super_admin'],
    linked_school_id: [null, lakeshore],
    linked_facility_id: ['22222222-2222-4222-8222-222222222222', null],
    status: ['active', 'deactivated'],
    email_verified: [false, true],
    settings: [{ a: 1 }, { a: 2 }],
    may_write: false,
    until: '2026-10-01T00:00:00Z',
  }
  expect(detailsOf({ entity: 'users', changes }, { [lakeshore]: 'Lakeshore' })).toEqual([
    'Role: Student → School super admin',
    'School: none → Lakeshore',
    'Facility: another facility → none',
    'Status: Active → Deactivated',
    'Email verified: no → yes',
    'Settings: changed → changed',
    'Changes allowed: no',
  ])
})

test('lists in a school’s settings are shown only if they changed', () => {
  const before = { reminder_days: [30, 7], max_students_by_specialty: { icu: 4 } }
  const saidOf = (after: object) =>
    detailsOf({ entity: 'schools', changes: { settings: [before, after] } }, {})
  expect(saidOf({ ...structuredClone(before), reminder_days: [60, 30, 7] })).toEqual([
    `${settingTexts.reminder_days.label}: 30, 7 → 60, 30, 7`,
  ])
})

test('a school’s settings are shown one by one, and unset ones count as the default', () => {
  const changes = {
    settings: [{}, { late_grace_min: 15, drop_cutoff_h: 72, self_signup: true, sim_cap_pct: 25 }],
  }
  expect(detailsOf({ entity: 'schools', changes }, {})).toEqual([
    'Deadline to drop a shift (hours before): 48 → 72',
    'Students sign up and swap on their own: no → yes',
    'Simulation, at most (percent): none → 25',
  ])
})

test('instants, days and ids are shown as text', () => {
  const changes = {
    revoked_at: [null, '2026-11-21T05:10:51.616751+00:00'],
    revoked_by: [null, lakeshore],
    cohort_id: '22222222-2222-4222-8222-222222222222',
    from_date: '2024-08-26',
    created_at: '2026-11-21T05:10:51.616751+00:00',
    id: lakeshore,
  }
  const [revoked, ...others] = detailsOf({ entity: 'consents', changes }, { [lakeshore]: 'Jenna Park' })
  expect(revoked).toMatch(/^Revoked: none → Nov 2[01], 2026, \d{1,2}:\d\d [AP]M$/)
  expect(others).toEqual([
    'Revoked by: none → Jenna Park',
    'Cohort: something else',
    'From date: Aug 26, 2024',
  ])
})

test.each([
  [{}, ''],
  [{ entity_id: lakeshore, school_name: 'Lakeshore' }, 'Lakeshore'],
  [{ entity_name: 'Jenna', facility_name: 'West', school_name: 'Oak' }, 'Jenna, West, Oak'],
  [{ actor_name: 'Jenna', entity_name: 'Jenna', school_name: 'Oak' }, 'Oak'],
  [{ entity: 'facility_admin_permissions', entity_name: 'Jenna', facility_name: 'West' }, 'Jenna'],
])('an entry %j names its subject, each name once: %s', (more, expected) => {
  const entry = {
    ...event,
    entity_id: null,
    entity_name: null,
    actor_id: null,
    actor_name: null,
    acting_as: null,
    acting_as_name: null,
    school_id: null,
    school_name: null,
    facility_id: null,
    reason: null,
    ...more,
  }
  expect(subjectOf(entry, { [lakeshore]: 'Lakeshore' })).toBe(expected)
})

test('collects the ids in entries and changes once', () => {
  const other = '22222222-2222-4222-8222-222222222222'
  expect(
    idsIn([
      { entity_id: other, changes: { linked_school_id: [null, lakeshore], note: ['x', 'y'] } },
      { entity_id: 'not an id', changes: { school_id: [lakeshore, null] } },
    ]),
  ).toEqual([other, lakeshore])
})

describe('the text of the access log', () => {
  it('says what happened', () => {
    expect(accessTitle({ kind: 'view', what: 'profile' })).toBe('Viewed: Profile')
    expect(accessTitle({ kind: 'export', what: 'list' })).toBe('Exported: A list of people')
    expect(accessTitle({ kind: 'refusal', what: null, call: 'users.list', code: 'FORBIDDEN' })).toBe(
      'Refused (forbidden): users.list',
    )
  })

  it('says who, and impersonating whom', () => {
    const sam = { actor_name: 'Sam', actor_role: 'superadmin', acting_as_name: null }
    expect(readerLabel(sam)).toMatch(/^Sam \(.+\)$/)
    expect(readerLabel({ ...sam, acting_as_name: 'Jo' })).toMatch(/, acting as Jo$/)
    expect(readerLabel({ actor_name: null, actor_role: null, acting_as_name: null })).toBe('Unknown')
  })

  it('says whose records', () => {
    expect(studentsSentence({ students: 0, student_names: [] })).toBe('–')
    expect(studentsSentence({ students: 1, student_names: [] })).toBe('1 student')
    expect(studentsSentence({ students: 2, student_names: ['Ana', 'Ben'] })).toBe('Ana, Ben')
    expect(studentsSentence({ students: 50, student_names: ['Ana', 'Ben', 'Cy'] })).toBe(
      'Ana, Ben, Cy and 47 more',
    )
  })

  it('says what is wrong with a chain', () => {
    const at = { seq: 7, source: 'audit_events', row_id: 12 }
    expect(faultSentence({ ...at, fault: 'missing_row' })).toBe('Change 12 is missing (block 7).')
    expect(faultSentence({ ...at, fault: 'altered_row' })).toBe('Change 12 was altered (block 7).')
    expect(faultSentence({ seq: 7, source: null, row_id: 6, fault: 'missing_block' })).toBe(
      'Block 6 is missing.',
    )
    expect(faultSentence({ seq: 7, source: null, row_id: null, fault: 'broken_link' })).toContain('Block 7')
  })
})

it.each([
  [1, 1, 0, '1 chain with 1 entry: nothing is missing and nothing was altered.'],
  [12, 3_400, 0, '12 chains with 3,400 entries: nothing is missing and nothing was altered.'],
  [12, 3_400, 1, '12 chains with 3,400 entries: 1 chain is broken.'],
  [0, 0, 2, '0 chains with 0 entries: 2 chains are broken.'],
])('says what a verification of %i chains with %i entries found', (chains, rows, broken_count, sentence) => {
  expect(verificationSentence({ chains, rows, broken_count })).toBe(sentence)
})

describe('a chain', () => {
  const block = (seq: number, more: Partial<SealedBlock> = {}): SealedBlock => ({
    seq,
    sealed_at: '2020-01-01T00:00:00Z',
    rows: 2,
    previous: `digest ${seq - 1}`,
    digest: `digest ${seq}`,
    reckoned: `digest ${seq}`,
    differing: null,
    ...more,
  })
  const from = { seq: 3, digest: 'digest 3' }
  const faults = (...blocks: SealedBlock[]) =>
    chainFaults(blocks, from, new Date('2026-02-01T00:00:00Z')).map(({ fault, row_id }) => [fault, row_id])

  it('is intact if it continues from where it was verified, block by block', () => {
    expect(faults(block(4), block(5))).toEqual([
      [null, null],
      [null, null],
    ])
  })
  it('names a block that is missing, altered, or replaced', () => {
    expect(faults(block(5))).toEqual([['missing_block', 4]])
    expect(faults(block(4), block(6))).toEqual([
      [null, null],
      ['missing_block', 5],
    ])
    expect(faults(block(4, { reckoned: 'another' }))).toEqual([['altered_block', null]])
    expect(faults(block(4, { previous: 'another' }), block(5))).toEqual([
      ['broken_link', null],
      [null, null],
    ])
  })
  it('names rows that are missing or altered, except those that may be removed after six years', () => {
    const differing = [
      { source: 'access_events', row_id: 1, is_gone: true },
      { source: 'access_events', row_id: 2, is_gone: false },
      { source: 'audit_events', row_id: 3, is_gone: true },
    ]
    expect(faults(block(4, { differing }))).toEqual([
      [null, null],
      ['altered_row', 2],
      ['missing_row', 3],
    ])
    expect(faults(block(4, { differing, sealed_at: '2021-01-01T00:00:00Z' })).slice(1)).toEqual([
      ['missing_row', 1],
      ['altered_row', 2],
      ['missing_row', 3],
    ])
  })
})
