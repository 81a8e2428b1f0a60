import type { Access, AccessRole } from '#core/access.ts'
import { asRole, type Role, roleLabels } from '#core/roles.ts'
import { toast } from '#ui/toast.ts'

/** Says why a page was not opened: whom it is for, and the role of the signed-in account. */
export function explainAccess(access: Access, role: Role): void {
  const roles = typeof access === 'string' || access.length === 0 ? (['superadmin'] as const) : access
  toast.info(
    `That page is for ${new Intl.ListFormat('en').format(new Set(roles.map(plural)))}`,
    `You are signed in as ${asRole(role)}, so your dashboard was opened instead.`,
  )
}

const plural = (role: AccessRole): string =>
  role === 'preceptor' ? 'preceptors' : `${roleLabels[role.replace('only:', '') as Role].toLowerCase()}s`
