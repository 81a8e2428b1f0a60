/** The six roles of Spec §6. `preceptor` is not one of them: it is derived (core/access.ts). */
export const roles = [
  'superadmin',
  'school_admin',
  'school_super_admin',
  'facility_admin',
  'student',
  'proctor',
] as const
export type Role = (typeof roles)[number]

/** The four that may sign up by themselves (Spec §5). */
export const signUpRoles = ['student', 'facility_admin', 'school_admin', 'proctor'] as const
export type SignUpRole = (typeof signUpRoles)[number]

/** A role as people read it. */
export const roleLabels: Record<Role, string> = {
  superadmin: 'Superadmin',
  school_admin: 'School admin',
  school_super_admin: 'School super admin',
  facility_admin: 'Facility admin',
  student: 'Student',
  proctor: 'Proctor',
}

/** "a student", "a facility admin": the role as it reads inside a sentence. */
export function asRole(role: Role): string {
  return `a ${roleLabels[role].toLowerCase()}`
}

const schoolRoles = ['student', 'proctor', 'school_admin', 'school_super_admin'] as const

/** The five that someone is invited to: superadmins are named by superadmins. */
export type InvitableRole = Exclude<Role, 'superadmin'>

/** Whom a role may invite, and so deactivate: the superadmin anyone, a school super admin all of a school, a school admin students and proctors, a facility admin their like. */
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
