import { viewOfPath, type View } from '#core/areas.ts'
import { dashboardOf, type Access } from '#core/access.ts'
import { refusal } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'

/** The role that a superadmin views the product as; without a view it is their own. */
export type ViewRole = Extract<Role, 'superadmin' | 'school_admin' | 'facility_admin' | 'student' | 'proctor'>

/** One entry of the switcher "Switch Role View" (Spec §2, §6). */
export type Dashboard = { role: ViewRole; label: string; href: string; access: Access }

/** Every dashboard in the switcher, in the order of Spec §2, with the proctor's of §4 and §6. */
export const dashboards: readonly Dashboard[] = [
  { role: 'superadmin', label: 'Admin Dashboard', href: dashboardOf('superadmin'), access: [] },
  { role: 'student', label: 'Student View', href: dashboardOf('student'), access: ['student'] },
  {
    role: 'facility_admin',
    label: 'Facility View',
    href: dashboardOf('facility_admin'),
    access: ['facility_admin'],
  },
  { role: 'school_admin', label: 'School View', href: dashboardOf('school_admin'), access: ['school_admin'] },
  { role: 'proctor', label: 'Proctor View', href: dashboardOf('proctor'), access: ['proctor'] },
]

const roleOfView: Record<View, ViewRole> = {
  proctor: 'proctor',
  school: 'school_admin',
  facility: 'facility_admin',
  student: 'student',
}

/**
 * The role that a superadmin views as on a path: it follows the prefix /proctor/, /school/, /facility/ or /student/, returns to their own
 * on the admin dashboard, and stays the same everywhere else (Spec §4).
 */
export function viewRoleAfter(path: string, before: ViewRole | null): ViewRole {
  const view = viewOfPath(path)
  if (view) return roleOfView[view]
  return path === dashboardOf('superadmin') ? 'superadmin' : (before ?? 'superadmin')
}

/** The dashboard that a path belongs to, for the Current badge; null if the path is in no area (Spec §2). */
export function currentDashboard(path: string): Dashboard | null {
  const view = viewOfPath(path)
  const role = view ? roleOfView[view] : path === '/admin' || path.startsWith('/admin/') ? 'superadmin' : null
  return dashboards.find((each) => each.role === role) ?? null
}

/** The label of the switcher's button: the current dashboard, or what the button does (Spec §2). */
export function switcherLabel(path: string): string {
  return currentDashboard(path)?.label ?? 'Switch Role View'
}

const pagesOfOneSchool = ['/school', '/billing', '/admin/semester-reports', '/admin/evaluation-verification']

/**
 * True when a path needs a selected school: the school area, billing and the reviews of one school (Spec §4: entering selects a default).
 */
export function needsSchool(path: string): boolean {
  return pagesOfOneSchool.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/** True when a path needs a selected facility: the facility area. */
export function needsFacility(path: string): boolean {
  return path === '/facility' || path.startsWith('/facility/')
}

/**
 * The school that a superadmin works in: the one in the session, or the one this browser session remembers, or none outside the school
 * area; 'default' means the default school (Spec §4).
 */
export function schoolFor(options: {
  path: string
  inSession: string | null
  remembered: string | null
}): string | 'default' | null {
  return options.inSession ?? options.remembered ?? (needsSchool(options.path) ? 'default' : null)
}

/** Whole minutes left until an instant (ISO 8601), rounded up; 0 if it has passed. Both in the server's time. */
export function minutesLeft(until: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000))
}

export type Whom = { role: Role; status: string; email_verified: boolean }

/** Why this person can't be impersonated, or null: they must exist, be active, and not be a superadmin (Spec §6). */
export function impersonationRefusal(person: Whom | undefined) {
  if (!person) return refusal('impersonation.no_person')
  if (person.role === 'superadmin') return refusal('impersonation.superadmin')
  return person.status === 'active' && person.email_verified ? null : refusal('impersonation.not_active')
}
