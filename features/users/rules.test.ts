import { expect, test } from 'vitest'
import { roles } from '#core/roles.ts'
import type { Person } from './contract.ts'
import {
  canUndo,
  changeBlocker,
  lastBlocker,
  linksBlocker,
  statusBlocker,
  exportColumns,
  exportRow,
  fittingLinks,
  linkOf,
  permissionsBlocker,
} from './rules.ts'

const person: Person = {
  id: 'p',
  email: 'stella@test.example',
  full_name: 'Stella Student',
  role: 'proctor',
  status: 'active',
  email_verified: true,
  linked_school_id: 's2',
  school_name: 'Birch',
  linked_facility_id: null,
  facility_name: null,
  is_preceptor: false,
  created_at: '2026-01-05T10:00:00.000Z',
  version: 3,
}

test('each role is linked to a school, a facility or nothing', () => {
  expect(roles.map((role) => `${role} ${linkOf(role)}`)).toEqual([
    'superadmin none',
    'school_admin school',
    'school_super_admin school',
    'facility_admin facility',
    'student school',
    'proctor school',
  ])
  expect(fittingLinks({ role: 'facility_admin', linked_school_id: 's', linked_facility_id: 'f' })).toEqual({
    linked_school_id: null,
    linked_facility_id: 'f',
  })
  expect(fittingLinks({ role: 'superadmin', linked_school_id: 's', linked_facility_id: 'f' })).toEqual({
    linked_school_id: null,
    linked_facility_id: null,
  })
})

test.each(['pending', 'returned', 'declined'] as const)('a %s person needs approval', (status) => {
  expect(changeBlocker({ ...person, status }, { id: 'me' })?.code).toBe('person.waits')
})

test('no one changes themselves; only facility admins have permissions', () => {
  expect(changeBlocker(person, { id: 'p' })?.code).toBe('person.own_role')
  expect(changeBlocker(person, { id: 'me' })).toBeNull()
  expect(permissionsBlocker({ role: 'student' })).toMatch('facility admins')
  expect(permissionsBlocker({ role: 'facility_admin' })).toBeNull()
})

const now = Date.parse('2026-03-02T12:00:00Z')
const event = {
  action: 'update',
  entity: 'users',
  entity_id: 'p',
  at: '2026-03-02T11:00:00Z',
  changes: { role: ['student', 'proctor'], linked_school_id: ['s1', 's2'] } as Record<string, unknown>,
}
test.each([
  ['a change of role and school', {}, true],
  ['a state', { changes: { status: ['deactivated', 'active'] } }, true],
  ['an approval', { changes: { status: ['pending', 'active'] } }, false],
  ['what changed again since', { changes: { role: ['student', 'school_admin'] } }, false],
  ['what is more than a day old', { at: '2026-03-01T12:00:00Z' }, false],
  ['a name', { changes: { full_name: ['A', 'Stella Student'] } }, false],
  ['an insertion', { action: 'insert', changes: {} }, false],
  ["somebody else's change", { entity_id: 'q' }, false],
] as const)('undo of %s: %s', (_name, change, may) => {
  expect(canUndo({ ...event, ...change }, person, now)).toBe(may)
})

test('an export row has a cell for each column', () => {
  const row = exportRow({ ...person, created_at: '2026-01-06T03:00:00Z' }, 'America/New_York')
  expect(row).toHaveLength(exportColumns.length)
  expect(row).toEqual([
    'Stella Student',
    'stella@test.example',
    'Proctor',
    'active',
    'yes',
    'Birch',
    '',
    'no',
    '2026-01-05',
  ])
})

test.each([
  ['superadmin', null, null, undefined],
  ['superadmin', 's', null, 'person.superadmin_links'],
  ['facility_admin', null, 'f', undefined],
  ['facility_admin', 's', null, 'person.no_school'],
  ['facility_admin', null, null, 'person.choose_facility'],
  ['student', 's', null, undefined],
  ['proctor', null, 'f', 'person.no_facility'],
  ['school_admin', null, null, 'person.choose_school'],
] as const)('%s of school %s and facility %s: %s', (role, linked_school_id, linked_facility_id, code) => {
  expect(linksBlocker({ role, linked_school_id, linked_facility_id }, true)?.code).toBe(code)
})

test('schools and facilities must be open', () => {
  const gone = (role: 'student' | 'facility_admin') =>
    linksBlocker(
      {
        role,
        linked_school_id: role === 'student' ? 's' : null,
        linked_facility_id: role === 'student' ? null : 'f',
      },
      false,
    )?.code
  expect([gone('student'), gone('facility_admin')]).toEqual(['person.school_gone', 'person.facility_gone'])
})

test('is deactivated and reactivated, but never the last administrator', () => {
  expect([
    statusBlocker({ status: 'active' }, 'deactivated'),
    statusBlocker({ status: 'deactivated' }, 'active'),
  ]).toEqual([null, null])
  expect(statusBlocker({ status: 'pending' }, 'deactivated')?.code).toBe('person.not_active')
  expect(statusBlocker({ status: 'active' }, 'active')?.code).toBe('person.not_deactivated')
  const one = { full_name: 'Ada', is_last_superadmin: false, last_administrator_of: null }
  expect(lastBlocker(one)).toBeNull()
  expect(lastBlocker({ ...one, is_last_superadmin: true })?.code).toBe('person.last_superadmin')
  expect(lastBlocker({ ...one, last_administrator_of: 'Alone College' })).toMatchObject({
    values: { name: 'Ada', tenant: 'Alone College' },
  })
})
