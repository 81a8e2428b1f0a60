import { expect, test } from 'vitest'
import {
  currentDashboard,
  dashboards,
  minutesLeft,
  needsFacility,
  needsSchool,
  schoolFor,
  switcherLabel,
  viewRoleAfter,
} from './rules.ts'
import { impersonationBlocker } from './messages.ts'

test.each([
  ['/proctor/dashboard', null, 'proctor'],
  ['/school/students/1', null, 'school_admin'],
  ['/facility/users', 'student', 'facility_admin'],
  ['/student/dashboard', 'proctor', 'student'],
  // Elsewhere the view stays, as the specification keeps it for the browser session.
  ['/shifts', 'student', 'student'],
  ['/admin/users', 'school_admin', 'school_admin'],
  ['/student-pending-approval', 'proctor', 'proctor'],
  ['/shifts', null, 'superadmin'],
  // Back to one's own view.
  ['/admin/dashboard', 'student', 'superadmin'],
] as const)('on %s after %s the view is %s', (path, before, view) => {
  expect(viewRoleAfter(path, before)).toBe(view)
})

test('the switcher offers the four of the specification and the proctor, each with its dashboard', () => {
  expect(dashboards.map(({ label, href }) => `${label} ${href}`)).toEqual([
    'Admin Dashboard /admin/dashboard',
    'Student View /student/dashboard',
    'Facility View /facility/dashboard',
    'School View /school/dashboard',
    'Proctor View /proctor/dashboard',
  ])
})

test.each([
  ['/admin/users', 'Admin Dashboard'],
  ['/school/dashboard', 'School View'],
  ['/student/profile', 'Student View'],
  ['/facility/dashboard', 'Facility View'],
  ['/proctor/dashboard', 'Proctor View'],
  ['/shifts', 'Switch Role View'],
  ['/administrators', 'Switch Role View'],
])('on %s the button reads %s', (path, label) => {
  expect(switcherLabel(path)).toBe(label)
  expect(currentDashboard(path)?.label ?? 'Switch Role View').toBe(label)
})

test.each([
  ['/school/dashboard', null, null, 'default'],
  ['/billing', null, null, 'default'],
  ['/billing/upgrade', 'a', 'b', 'a'],
  ['/school/dashboard', null, 'b', 'b'],
  ['/admin/dashboard', null, null, null],
  ['/admin/dashboard', null, 'b', 'b'],
] as const)('on %s, session %s, remembered %s: school %s', (path, inSession, remembered, school) => {
  expect(schoolFor({ path, inSession, remembered })).toBe(school)
})

test('only the school area and billing need a school', () => {
  expect(['/school', '/school/x', '/billing', '/admin/semester-reports'].every(needsSchool)).toBe(true)
  expect(['/schools', '/admin/schools', '/student/x', '/billing-help'].some(needsSchool)).toBe(false)
})

test('only the facility area needs a facility', () => {
  expect(['/facility', '/facility/users'].every(needsFacility)).toBe(true)
  expect(['/facilities', '/admin/facilities', '/school/facilities'].some(needsFacility)).toBe(false)
})

test('minutes left are rounded up and never negative', () => {
  const now = Date.parse('2026-11-01T06:00:00Z')
  expect(minutesLeft('2026-11-01T06:30:00Z', now)).toBe(30)
  expect(minutesLeft('2026-11-01T06:00:01Z', now)).toBe(1)
  expect(minutesLeft('2026-11-01T05:59:59Z', now)).toBe(0)
})

test.each([
  [{ id: 'me' }, 'This is you.'],
  [{ role: 'superadmin' }, 'No one can act as a superadmin.'],
  [{ status: 'deactivated' }, 'Only an active person can be impersonated.'],
  [{ email_verified: false }, 'Only an active person can be impersonated.'],
  [{}, null],
] as const)('impersonating %j: %s', (change, blocker) => {
  const person = { id: 'other', role: 'student', status: 'active', email_verified: true, ...change } as const
  expect(impersonationBlocker(person, { id: 'me' })).toBe(blocker)
})
