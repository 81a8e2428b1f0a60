import { expect, test } from 'vitest'
import type { Viewer } from './access.ts'
import { areaFor, areaOfPath, viewOfPath } from './areas.ts'

test.each([
  // path, area, view
  ['/', 'default', null],
  ['/shifts', 'default', null],
  ['/admin/dashboard', 'admin', null],
  ['/admin/users', 'admin', null],
  ['/school/dashboard', 'school', 'school'],
  ['/school/students', 'school', 'school'],
  ['/school', 'school', null],
  ['/billing', 'school', null],
  ['/billing/upgrade', 'school', null],
  ['/facility/dashboard', 'facility', 'facility'],
  ['/facility/settings', 'facility', 'facility'],
  ['/student/dashboard', 'student', 'student'],
  ['/student/wishlist/capstone', 'student', 'student'],
  ['/preceptor/dashboard', 'preceptor', null],
  ['/preceptor/students/7', 'preceptor', null],
  ['/mentor/dashboard', 'preceptor', null],
  ['/proctor/dashboard', 'proctor', 'proctor'],
  // A path that only looks like a prefix does not count.
  ['/school-admin-pending', 'default', null],
  ['/student-pending-approval', 'default', null],
  ['/admin/dashboards', 'admin', null],
  ['/dashboard/admin', 'default', null],
])('%s: area %s, view %s', (path, area, view) => {
  expect([areaOfPath(path), viewOfPath(path)]).toEqual([area, view])
})

test.each<[string, Viewer['role'], boolean, string]>([
  ['/admin/permissions-help', 'superadmin', false, 'admin'],
  ['/admin/permissions-help', 'school_super_admin', false, 'school'],
  ['/admin/permissions-help', 'facility_admin', true, 'facility'],
  ['/admin/permissions-help', 'student', false, 'student'],
  ['/admin/permissions-help', 'proctor', false, 'proctor'],
  ['/preceptor/dashboard', 'facility_admin', true, 'preceptor'],
  ['/preceptor/dashboard', 'facility_admin', false, 'facility'],
  ['/mentor/dashboard', 'facility_admin', true, 'preceptor'],
  ['/preceptor/dashboard', 'superadmin', false, 'preceptor'],
  ['/facility/dashboard', 'facility_admin', true, 'facility'],
  ['/billing/upgrade', 'school_admin', false, 'school'],
  ['/school/cohorts/7', 'student', false, 'student'],
  ['/school/students/7', 'proctor', false, 'proctor'],
  ['/school/cohorts/7', 'school_admin', false, 'school'],
  ['/shifts', 'student', false, 'student'],
  ['/shifts', 'superadmin', false, 'default'],
])('%s looks to a %s (preceptor: %s) like %s', (path, role, isPreceptor, area) => {
  expect(areaFor(path, { role, isPreceptor })).toBe(area)
})
