import type { Role } from './roles.ts'

/** A role, the derived role of preceptor, or the marker for the one page that school_super_admin may not open. */
export type AccessRole = Role | 'preceptor' | 'only:school_admin'
/** Who may open an address: anyone, any signed-in person, or these roles; an empty list means only the superadmin. */
export type Access = 'public' | 'any' | readonly AccessRole[]
export type Viewer = { role: Role; isPreceptor: boolean }

/**
 * True if this person may open it. Superadmin passes every check; school_super_admin passes where school_admin does, except on
 * only:school_admin; a preceptor is a facility admin whose capstone_preceptor is enabled (Spec §2, §6).
 */
export function mayOpen(access: Access, viewer: Viewer): boolean {
  if (typeof access === 'string' || viewer.role === 'superadmin') return true
  return access.some(
    (allowed) =>
      allowed === viewer.role ||
      (allowed === 'preceptor' && viewer.role === 'facility_admin' && viewer.isPreceptor) ||
      (allowed === 'school_admin' && viewer.role === 'school_super_admin') ||
      (allowed === 'only:school_admin' && viewer.role === 'school_admin'),
  )
}

const dashboards: Record<Role, string> = {
  superadmin: '/admin/dashboard',
  school_admin: '/school/dashboard',
  school_super_admin: '/school/dashboard',
  facility_admin: '/facility/dashboard',
  student: '/student/dashboard',
  proctor: '/proctor/dashboard',
}

/** The dashboard of a role; an unknown role is treated as student (Spec §2). */
export function dashboardOf(role: Role): string {
  return dashboards[role] ?? dashboards.student
}

const profiles: Record<Role, string> = {
  superadmin: '/admin/profile',
  school_admin: '/school/admin-profile',
  school_super_admin: '/school/admin-profile',
  facility_admin: '/facility/profile',
  student: '/student/profile',
  proctor: '/proctor/profile',
}

/** The profile page of a role (Spec §2); proctors have their own, because /student/profile is for students only. */
export function profilePath(role: Role): string {
  return profiles[role] ?? profiles.student
}
