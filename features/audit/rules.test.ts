import { expect, test } from 'vitest'
import { actorOf, detailsOf, placesIn, titleOf } from './rules.ts'

const lakeshore = '11111111-1111-4111-8111-111111111111'
const event = { action: 'update', entity: 'users', changes: {}, facility_name: null }

test.each([
  [{}, 'Account changed'],
  [{ action: 'insert', entity: 'invitations' }, 'Invitation created'],
  [{ action: 'accept', entity: 'invitations' }, 'Invitation accepted'],
  [{ action: 'export' }, 'Exported a list of people'],
  [{ action: 'change_password' }, 'Password changed'],
  [{ action: 'reset_password' }, 'Password set anew by a link'],
  [{ action: 'choose_password' }, 'Password chosen when the address was verified'],
  [{ action: 'require_password_change' }, 'New password required'],
  [{ action: 'bootstrap_superadmin' }, 'First superadmin set up'],
  [{ action: 'send', entity: 'mails' }, 'Mail sent'],
  [{ action: 'impersonation_started' }, 'Impersonation started'],
  [{ action: 'escalate', entity: 'incident_reports' }, 'Incident reports escalate'],
  [
    { action: 'insert', entity: 'facility_admin_permissions', facility_name: 'West' },
    'Permission at West turned on',
  ],
  [{ entity: 'facility_admin_permissions', changes: { is_enabled: [true, false] } }, 'Permission turned off'],
  [{ entity: 'facility_admin_permissions', changes: { is_enabled: [false, true] } }, 'Permission turned on'],
])('%j reads %s', (change, title) => {
  expect(titleOf({ ...event, ...change })).toBe(title)
})

test('who did it, and as whom', () => {
  const nobody = { actor_id: null, actor_name: null, acting_as: null, acting_as_name: null }
  expect(actorOf(nobody)).toBe('Placewell')
  expect(actorOf({ ...nobody, actor_id: 'a' })).toBe('Somebody outside your school')
  expect(actorOf({ ...nobody, actor_id: 'a', actor_name: 'Sam' })).toBe('Sam')
  expect(actorOf({ actor_id: 'a', actor_name: 'Sam', acting_as: 'b', acting_as_name: 'Jenna' })).toBe(
    'Sam, acting as Jenna',
  )
})

test('changes read as lines, places by their names', () => {
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
    'Facility: another place → none',
    'State: Active → Deactivated',
    'E-mail verified: no → yes',
    'Settings: changed → changed',
    'Changes allowed: no',
  ])
})

test('a school’s settings are told one by one, and what was never chosen counted as the default', () => {
  const changes = {
    settings: [{}, { late_grace_min: 15, drop_cutoff_h: 72, self_signup: true, sim_cap_pct: 25 }],
  }
  expect(detailsOf({ entity: 'schools', changes }, {})).toEqual([
    'Last moment to drop a shift (hours): 48 → 72',
    'Students choose open shifts: no → yes',
    'Simulation, at most (percent): none → 25',
  ])
})

test('places are found once, and only where changes point to places', () => {
  expect(
    placesIn([
      { changes: { linked_school_id: [null, lakeshore], id: lakeshore, note: ['x', 'y'] } },
      { changes: { school_id: [lakeshore, 'not an id'] } },
    ]),
  ).toEqual([lakeshore])
})
