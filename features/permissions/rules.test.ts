import { expect, test } from 'vitest'
import { mayOpen, type Access, type Viewer } from '#core/access.ts'
import { roles } from '#core/roles.ts'
import {
  asTree,
  explainAccess,
  findInTree,
  grantsOf,
  permissionFacts,
  permissionOpens,
  permissionTypes,
  scopes,
  whoMayOpen,
} from './rules.ts'

const accesses: Access[] = [
  'public',
  'any',
  [],
  ['school_admin'],
  ['only:school_admin'],
  ['preceptor'],
  ['student'],
  ['facility_admin', 'school_admin'],
  ['school_super_admin', 'school_admin'],
]
const viewers: Viewer[] = [
  ...roles.map((role) => ({ role, isPreceptor: false })),
  { role: 'facility_admin', isPreceptor: true },
]

test('a permission that opens no page says so, and only such a permission', () => {
  const silent = permissionTypes.filter((type) =>
    permissionFacts[type].allows.startsWith('Opens no page today'),
  )
  expect(silent).toEqual(['view_only_reports', 'billing_view'])
  for (const access of accesses) for (const type of silent) expect(permissionOpens(type, access)).toBe(false)
})

test('the explanation decides like the guard, and always has a reason', () => {
  for (const access of accesses)
    for (const viewer of viewers) {
      const { isAllowed, why } = explainAccess(access, viewer)
      expect(isAllowed).toBe(mayOpen(access, viewer))
      expect(why).toMatch(/^[A-Z].+\.$/)
    }
})

const viewer = (role: Viewer['role'], isPreceptor = false): Viewer => ({ role, isPreceptor })
test.each([
  [['school_admin'], viewer('school_admin'), 'It is open to the role School admin.'],
  [['school_admin'], viewer('school_super_admin'), 'A school super admin may do what a school admin may.'],
  [['only:school_admin'], viewer('school_admin'), 'It is open to the role School admin.'],
  [[], viewer('superadmin'), 'A superadmin passes every check.'],
  [[], viewer('student'), 'It is for superadmins only.'],
  [
    ['preceptor'],
    viewer('facility_admin'),
    'It needs the preceptor permission. A superadmin enables it, per facility.',
  ],
  [
    ['school_admin', 'student'],
    viewer('proctor'),
    'It is for the roles School admin, School super admin and Student.',
  ],
] as const)('%j for %j: %s', (access, who, why) => {
  expect(explainAccess(access, who).why).toBe(why)
})

test('each role that may open something is named once, the superadmin always', () => {
  expect(whoMayOpen('any')).toEqual(['Everyone signed in'])
  expect(whoMayOpen([])).toEqual(['Superadmin'])
  expect(whoMayOpen(['superadmin', 'facility_admin'])).toEqual(['Superadmin', 'Facility admin'])
  expect(whoMayOpen(['only:school_admin'])).toEqual(['Superadmin', 'School admin'])
  expect(whoMayOpen(['school_admin', 'school_super_admin'])).toEqual([
    'Superadmin',
    'School admin',
    'School super admin',
  ])
})

test('every role has a scope; the preceptor permission counts for facility admins only', () => {
  expect(roles.every((role) => scopes[role])).toBe(true)
  expect(grantsOf(viewer('facility_admin', true))).toHaveLength(1)
  expect(grantsOf(viewer('facility_admin'))).toEqual([])
  expect(grantsOf(viewer('student', true))).toEqual([])
})

const node = (facility_id: string, parent_id: string | null, name: string) => ({
  facility_id,
  parent_id,
  name,
})
const nodes = [
  node('h', null, 'Harbor'),
  node('m', 'h', 'Main'),
  node('w', 'h', 'West'),
  node('i', 'm', 'ICU'),
  node('x', 'elsewhere', 'Other'),
]
test('the hierarchy reads top down', () => {
  expect(asTree(nodes).map(({ name, depth }) => `${depth} ${name}`)).toEqual([
    '0 Harbor',
    '1 Main',
    '2 ICU',
    '1 West',
    '0 Other',
  ])
})
test('a match is shown with the facilities above it', () => {
  expect(findInTree(nodes, ' icu ').map(({ name }) => name)).toEqual(['Harbor', 'Main', 'ICU'])
  expect(findInTree(nodes, '')).toHaveLength(5)
  expect(findInTree(nodes, 'nothing')).toEqual([])
})
