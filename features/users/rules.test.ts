import { expect, test } from 'vitest'
import { roles } from '#core/roles.ts'
import type { Person } from './contract.ts'
import {
  canUndo,
  changeObstacle,
  exportColumns,
  exportRow,
  fittingLinks,
  linkOf,
  permissionsObstacle,
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

test.each(['pending', 'returned', 'declined'] as const)('a %s person waits for the approval', (status) => {
  expect(changeObstacle({ ...person, status }, { id: 'me' })).toMatch('approval')
})

test('nobody changes themselves; only facility admins have permissions', () => {
  expect(changeObstacle(person, { id: 'p' })).toMatch('your own role')
  expect(changeObstacle(person, { id: 'me' })).toBeNull()
  expect(permissionsObstacle({ role: 'student' })).toMatch('facility admins')
  expect(permissionsObstacle({ role: 'facility_admin' })).toBeNull()
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
  const row = exportRow(person)
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
