/** The six roles of Spec §6. `preceptor` is not one of them because it is derived (core/access.ts). */
export const roles = [
  'superadmin',
  'school_admin',
  'school_super_admin',
  'facility_admin',
  'student',
  'proctor',
] as const
export type Role = (typeof roles)[number]

/** The four roles that people can sign up for (Spec §5). */
export const signUpRoles = ['student', 'facility_admin', 'school_admin', 'proctor'] as const
export type SignUpRole = (typeof signUpRoles)[number]

/** The statuses of an account, from its sign-up to its end (Spec §6). */
export const accountStatuses = ['pending', 'returned', 'declined', 'active', 'deactivated'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** The label of each role. */
export const roleLabels: Record<Role, string> = {
  superadmin: 'Superadmin',
  school_admin: 'School admin',
  school_super_admin: 'School super admin',
  facility_admin: 'Facility admin',
  student: 'Student',
  proctor: 'Proctor',
}

/** A label within a sentence: "a unit admin", "an organization admin". */
export const withArticle = (label: string): string =>
  `${/^[aeio]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`

/** "a student", "a facility admin": the role within a sentence. */
export function asRole(role: Role): string {
  return withArticle(roleLabels[role])
}

const schoolRoles = ['student', 'proctor', 'school_admin', 'school_super_admin'] as const

/** The five roles for which there are invitations; superadmins are named by superadmins. */
export type InvitableRole = Exclude<Role, 'superadmin'>

/**
 * The roles that a role may invite, and therefore deactivate: the superadmin any, a school super admin all of a school, a school admin
 * students and proctors, a facility admin facility admins.
 */
export function invitableRoles(role: Role): readonly InvitableRole[] {
  switch (role) {
    case 'superadmin':
      return [...schoolRoles, 'facility_admin']
    case 'school_super_admin':
      return schoolRoles
    case 'school_admin':
      return ['student', 'proctor']
    case 'facility_admin':
      return ['facility_admin']
    default:
      return []
  }
}
