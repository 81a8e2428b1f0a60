import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dashboardOf, mayOpen, profilePath, type Access, type AccessRole, type Viewer } from './access.ts'
import { roleLabels, roles, signUpRoles, type Role } from './roles.ts'

/** The specification's table (§2) as data; its legend says how to read `roles`. */
type SpecRoute = { path: string; roles: 'public' | 'any' | 'school' | (AccessRole | 'school')[] }
const { routes } = JSON.parse(readFileSync(new URL('../docs/spec-routes.json', import.meta.url), 'utf8')) as {
  routes: SpecRoute[]
}

const accessOf = ({ path, roles: named }: SpecRoute): Access => {
  if (named === 'public' || named === 'any') return named
  if (path.startsWith('/preceptor/') || path === '/mentor/dashboard') return ['preceptor']
  return (named === 'school' ? ['school' as const] : named).map((role) =>
    role === 'school' ? 'school_admin' : role,
  )
}
const routeOf = (path: string): SpecRoute => routes.find((route) => route.path === path)!

const viewers: Record<string, Viewer> = {
  superadmin: { role: 'superadmin', isPreceptor: false },
  'school admin': { role: 'school_admin', isPreceptor: false },
  'school super admin': { role: 'school_super_admin', isPreceptor: false },
  'facility admin': { role: 'facility_admin', isPreceptor: false },
  preceptor: { role: 'facility_admin', isPreceptor: true },
  student: { role: 'student', isPreceptor: false },
  proctor: { role: 'proctor', isPreceptor: false },
}

describe('who may open what', () => {
  test('the whole table is read', () => expect(routes.length).toBe(144))

  // Counted by hand in the specification: 24 public and 9 for any signed-in person; then, section by section, each role's own (school area
  // 21, billing 4, shared admin 9 or 13, proctor 11, …).
  test.each([
    ['superadmin', 33 + 111],
    ['school admin', 33 + 21 + 4 + 9 + 2],
    ['school super admin', 33 + 20 + 4 + 9 + 2],
    ['facility admin', 33 + 7 + 13],
    ['preceptor', 33 + 7 + 13 + 5],
    ['student', 33 + 11 + 1],
    ['proctor', 33 + 11 + 2],
  ])('%s may open %i addresses', (who, count) => {
    expect(routes.filter((route) => mayOpen(accessOf(route), viewers[who]!))).toHaveLength(count)
  })

  const everybody = Object.keys(viewers)
  const table: [path: string, who: string[]][] = [
    ['/pricing', everybody],
    ['/shifts', everybody],
    ['/admin/permissions-help', everybody],
    ['/student/wishlist/capstone', ['superadmin', 'student']],
    ['/facility/settings', ['superadmin', 'facility admin', 'preceptor']],
    ['/preceptor/students/{studentId}', ['superadmin', 'preceptor']],
    ['/mentor/dashboard', ['superadmin', 'preceptor']],
    ['/school/dashboard', ['superadmin', 'school admin', 'school super admin']],
    ['/school/reports', ['superadmin', 'school admin', 'school super admin']],
    ['/school/ai-shift-creator', ['superadmin', 'school admin']],
    ['/school/students/{studentId}', ['superadmin', 'school admin', 'school super admin', 'proctor']],
    [
      '/school/cohorts/{cohortId}',
      ['superadmin', 'school admin', 'school super admin', 'student', 'proctor'],
    ],
    ['/billing/transfer-ownership', ['superadmin', 'school admin', 'school super admin']],
    ['/admin/semesters', ['superadmin']],
    ['/settings', ['superadmin']],
    [
      '/admin/units/{unitId}/detail',
      ['superadmin', 'school admin', 'school super admin', 'facility admin', 'preceptor'],
    ],
    ['/admin/units/{unitId}/edit', ['superadmin', 'facility admin', 'preceptor']],
    ['/admin/clinical-mapping/csv-export', ['superadmin', 'school admin', 'school super admin']],
    ['/proctor/dashboard', ['superadmin', 'proctor']],
    ['/proctor/semester-reports', ['superadmin', 'school admin', 'school super admin', 'proctor']],
    ['/shift/{shiftId}/evaluate/{studentId}', ['superadmin', 'proctor']],
  ]
  test.each(table)('%s', (path, who) => {
    const access = accessOf(routeOf(path))
    expect(everybody.filter((name) => mayOpen(access, viewers[name]!))).toEqual(who)
  })

  test('superadmin passes every check, even one that names no one', () => {
    expect(mayOpen([], viewers['superadmin']!)).toBe(true)
    expect(everybody.filter((name) => mayOpen([], viewers[name]!))).toEqual(['superadmin'])
  })

  test('only a facility admin with the permission is a preceptor, not someone else who claims it', () => {
    for (const role of roles)
      expect(mayOpen(['preceptor'], { role, isPreceptor: true })).toBe(
        role === 'superadmin' || role === 'facility_admin',
      )
  })
})

describe('where a role belongs', () => {
  test.each([
    ['superadmin', '/admin/dashboard', '/admin/profile'],
    ['school_admin', '/school/dashboard', '/school/admin-profile'],
    ['school_super_admin', '/school/dashboard', '/school/admin-profile'],
    ['facility_admin', '/facility/dashboard', '/facility/profile'],
    ['student', '/student/dashboard', '/student/profile'],
    ['proctor', '/proctor/dashboard', '/proctor/profile'],
  ] as const)('%s: %s, %s', (role, dashboard, profile) => {
    expect([dashboardOf(role), profilePath(role)]).toEqual([dashboard, profile])
  })

  test('an unknown role is treated as student', () => {
    expect(dashboardOf('registrar' as Role)).toBe('/student/dashboard')
    expect(profilePath('registrar' as Role)).toBe('/student/profile')
  })

  test('may be opened by that role, so that a redirect there never redirects again', () => {
    for (const role of roles)
      for (const path of [dashboardOf(role), profilePath(role)])
        expect([path, mayOpen(accessOf(routeOf(path)), { role, isPreceptor: false })]).toEqual([path, true])
  })

  test('every role has a label, and four can be signed up for', () => {
    expect(Object.keys(roleLabels)).toEqual([...roles])
    expect(signUpRoles.filter((role) => !roles.includes(role))).toEqual([])
    expect(roles.filter((role) => !(signUpRoles as readonly string[]).includes(role))).toEqual([
      'superadmin',
      'school_super_admin',
    ])
  })
})
