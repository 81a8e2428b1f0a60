import { type Access, type AccessRole, mayOpen, type Viewer } from '#core/access.ts'
import { refusal } from '#core/refusal.ts'
import { roleLabels, type Role } from '#core/roles.ts'
import type { PermissionType, FacilityKind, ReportState } from './contract.ts'

const names: Record<AccessRole, string> = {
  ...roleLabels,
  preceptor: 'Preceptor',
  'only:school_admin': 'School admin',
}

/** Who may open something, in words; school super admins may open everything that school admins may (Spec §2, §6). */
export function whoMayOpen(access: Access): string[] {
  if (access === 'public') return ['Anybody']
  if (access === 'any') return ['Everyone signed in']
  const named = access.flatMap((role) =>
    role === 'school_admin' && !access.includes('school_super_admin')
      ? [names.school_admin, names.school_super_admin]
      : [names[role]],
  )
  return [names.superadmin, ...named.filter((name) => name !== names.superadmin)]
}

/** Why this viewer may or may not open something, in a sentence; uses the guard's own decision. */
export function explainAccess(access: Access, viewer: Viewer): { isAllowed: boolean; why: string } {
  const isAllowed = mayOpen(access, viewer)
  return { isAllowed, why: isAllowed ? whyAllowed(access, viewer) : whyNot(access, viewer) }
}

function whyAllowed(access: Access, { role }: Viewer): string {
  if (access === 'public') return 'Anyone can open it, signed in or not.'
  if (access === 'any') return 'Everyone who is signed in can open it.'
  if (role === 'superadmin') return 'A superadmin passes every check.'
  if (access.includes(role) || access.includes(`only:${role}` as AccessRole))
    return `It is open to the role ${roleLabels[role]}.`
  if (role === 'school_super_admin') return 'A school super admin may do what a school admin may.'
  return 'It is open to preceptors: facility admins whose preceptor permission is enabled.'
}

function whyNot(access: Access, viewer: Viewer): string {
  if (typeof access !== 'string' && access.length === 0) return 'It is for superadmins only.'
  if (access.includes('preceptor') && viewer.role === 'facility_admin')
    return 'It needs the preceptor permission. A superadmin enables it, per facility.'
  if (access.includes('only:school_admin') && viewer.role === 'school_super_admin')
    return 'This page is for school admins; school super admins don’t have it.'
  const open = whoMayOpen(access).filter((name) => name !== names.superadmin)
  return `It is for the ${open.length > 1 ? 'roles' : 'role'} ${inWords(open)}.`
}

function inWords(list: readonly string[]): string {
  return list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
}

/** Which records each role can reach: the scope enforced by the database, regardless of the page. */
export const scopes: Record<Role, string> = {
  superadmin:
    'Every school, facility and person. In the school area one school at a time, named in the bar at the top.',
  school_super_admin:
    'Their own school: its people, invitations, sign-up requests, semesters and audit trail.',
  school_admin: 'Their own school: its people, invitations, sign-up requests, semesters and audit trail.',
  facility_admin:
    'Their own organization, site or unit and everything below it: its facilities, people, invitations, sign-ups and permission requests; and everything below any facility they are given to manage.',
  proctor: 'Their own account, and the active semesters of their school.',
  student: 'Their own account, and the active semesters of their school.',
}

export const permissionTypes = [
  'capstone_preceptor',
  'unit_admin',
  'site_admin',
  'org_admin',
  'verifier',
  'view_only_reports',
  'billing_view',
] as const satisfies readonly PermissionType[]

/** The permissions to run a facility, one for each kind. */
export const runningPermissions = [
  'unit_admin',
  'site_admin',
  'org_admin',
] as const satisfies readonly PermissionType[]

/** True for a permission to run a facility, rather than one for work done there. */
export function isRunning(permission: PermissionType): boolean {
  return (runningPermissions as readonly PermissionType[]).includes(permission)
}

/** A person's relation to a facility where they may be given a permission. */
export type PermissionTarget = {
  full_name: string
  role: string
  status: string
  /** The person belongs to this facility (own), belongs below it (above), or runs a facility at or above it (within). */
  is_own: boolean
  is_above: boolean
  is_within: boolean
}
/** A facility as a permission names it, and today's date there. */
export type PermissionFacility = { name: string; kind: FacilityKind; status: string; today: string }

/**
 * Why this person can't hold this permission there, or null: they must be an active facility admin, at an open facility within what they
 * run. A permission to run a facility may also be above their own; it must match the facility's kind, and not be for their own facility
 * (domain 2.18).
 */
export function targetBlocker(
  permission: PermissionType,
  target: PermissionTarget | undefined,
  facility: PermissionFacility | undefined,
) {
  if (!target) return refusal('permission.person_missing')
  const name = target.full_name
  if (target.role !== 'facility_admin') return refusal('permission.other_role', { permission })
  if (target.status !== 'active') return refusal('permission.inactive', { permission })
  if (!facility || !['active', 'paused'].includes(facility.status))
    return refusal('permission.facility_missing')
  if (isRunning(permission)) {
    if (permissionFacts[permission].kind !== facility.kind)
      return refusal('permission.other_kind', { facility: facility.name, kind: facility.kind })
    if (target.is_own) return refusal('permission.own_facility', { name, facility: facility.name })
    if (target.is_above) return null
  }
  return target.is_within ? null : refusal('permission.outside', { name })
}

/** Why this last day is refused, or null: days are compared in the facility's time zone, and it may be today. */
export function lastDayBlocker(lastDay: string | null | undefined, today: string | undefined) {
  return lastDay && today && lastDay < today ? refusal('permission.last_day_over') : null
}

type Changer = { id: string; real_id: string; role: string }

/**
 * Why someone can't turn a permission on or off, or null: the superadmin does both, a facility admin turns off what others hold, except the
 * preceptor permission; no one changes their own.
 */
export function changeBlocker(
  { user_id: userId, permission_type: permission, is_enabled: isEnabled }: PermissionChange,
  by: Changer,
) {
  const isOpen =
    by.role === 'superadmin' ||
    (by.role === 'facility_admin' && !isEnabled && permission !== 'capstone_preceptor')
  if (!isOpen) return refusal('permission.superadmin_only')
  return userId === by.id || userId === by.real_id ? refusal('permission.own') : null
}
type PermissionChange = { user_id: string; permission_type: PermissionType; is_enabled: boolean }

/** Why a preceptor can't be turned off, or null: after use, the caller must say who takes over, or that no one does. */
export function successionBlocker(
  held: { user_id: string; permission_type: string; last_used_at: string | null },
  { successor_id: successor, no_successor: noSuccessor }: Succession,
) {
  if (successor === held.user_id) return refusal('permission.same_successor')
  const isAtWork = held.permission_type === 'capstone_preceptor' && held.last_used_at !== null
  return isAtWork && !successor && !noSuccessor ? refusal('permission.successor_missing') : null
}
type Succession = { successor_id?: string | undefined; no_successor?: boolean | undefined }

type PermissionFacts = {
  /** What it lets its holder do. */
  allows: string
  /** Where it can be given, relative to the person's facility. */
  where: string
  decides: string
  /** The kind of facility it is for; null for any. */
  kind: FacilityKind | null
}

const runs = (kind: string): string =>
  `Runs the ${kind} and all below it: its people, facilities and requests. Given above one's own facility it widens what one runs; within it, requests about that ${kind} reach this person first.`

/** What each permission allows, where it can be given and who decides (domain 2.18). */
export const permissionFacts: Record<PermissionType, PermissionFacts> = {
  capstone_preceptor: {
    allows: 'The preceptor pages: preceptor dashboard and students.',
    where: "Any facility of the person's part of the hierarchy.",
    decides: 'A facility admin may ask; a superadmin decides.',
    kind: null,
  },
  unit_admin: {
    allows: runs('unit'),
    where: "A unit within the person's part of the hierarchy.",
    decides: 'A facility admin who belongs above that facility, or a superadmin.',
    kind: 'unit',
  },
  site_admin: {
    allows: runs('site'),
    where: "The site above the person's own unit, or one within their part of the hierarchy.",
    decides: 'A facility admin who belongs to that facility or above it, or a superadmin.',
    kind: 'site',
  },
  org_admin: {
    allows: runs('organization'),
    where: "The organization above the person's own facility, or one within their part of the hierarchy.",
    decides: 'A facility admin who belongs to that facility or above it, or a superadmin.',
    kind: 'organization',
  },
  verifier: {
    allows:
      'Reviews credentials of the types that the facility asks for, on the page Credentials. It opens no credential of another type.',
    where: "Any facility of the person's part of the hierarchy.",
    decides: 'A facility admin who runs that facility, or a superadmin.',
    kind: null,
  },
  view_only_reports: {
    allows:
      "Opens no page today: reports are on the pages of schools and proctors. It records who may be shown the facility's; the permissions report shows it.",
    where: "Any facility of the person's part of the hierarchy.",
    decides: 'A facility admin who runs that facility, or a superadmin.',
    kind: null,
  },
  billing_view: {
    allows:
      'Opens no page today: hospitals and clinics pay nothing, and what a school pays is its own. It records who may ask about it for the facility; the permissions report shows it.',
    where: "Any facility of the person's part of the hierarchy.",
    decides: 'A facility admin who runs that facility, or a superadmin.',
    kind: null,
  },
}

/** The viewer that the guard sees for the holder of a permission, if it opens pages at all. */
const guardRoles: Partial<Record<PermissionType, Viewer>> = {
  capstone_preceptor: { role: 'facility_admin', isPreceptor: true },
}

/** True when this permission opens something that the role alone does not, by the guard's own decision. */
export function permissionOpens(permission: PermissionType, access: Access): boolean {
  const viewer = guardRoles[permission]
  return (
    viewer !== undefined && mayOpen(access, viewer) && !mayOpen(access, { ...viewer, isPreceptor: false })
  )
}

export const sourceLabels = { role: 'Role', grant: 'Grant' } as const

export const reportStateLabels: Record<ReportState, string> = {
  in_force: 'In force',
  unused: 'Unused over 90 days',
  ineffective: 'On, without effect',
  expired: 'Ended',
  off: 'Off',
}

/** The state color of each. */
export const reportStateLooks: Record<ReportState, string> = {
  in_force: 'active',
  unused: 'due_soon',
  ineffective: 'failed',
  expired: 'expired',
  off: 'inactive',
}

/** What the history calls each transition. */
export const changeLabels: Record<string, string> = {
  enabled: 'Turned on',
  disabled: 'Turned off',
  expired: 'Ended by its last day',
  submitted: 'Requested',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  revoked: 'Revoked',
  draft: 'Drafted',
}

/** What the health check looks for, what each finding means and what to do; an `error` must be fixed, a `hint` is worth a look. */
export const healthChecks = [
  {
    code: 'ineffective',
    level: 'error',
    title: 'Every permission that is on has effect',
    meaning: 'Turned on, but it doesn’t match the person’s role, status, facility or scope.',
    remedy: 'Turn it off on the person’s page, or link the person to the right facility.',
  },
  {
    code: 'ended_but_on',
    level: 'error',
    title: 'What has ended is turned off',
    meaning:
      'Past its last day. It no longer has any effect; the background job turns it off within a minute.',
    remedy: 'If it stays here, the background job is not running.',
  },
  {
    code: 'approved_without_grant',
    level: 'error',
    title: 'Every approved request has its permission',
    meaning: 'The request is approved, the permission is not on.',
    remedy: 'Turn the permission on or off on the person’s page.',
  },
  {
    code: 'admin_without_facility',
    level: 'error',
    title: 'Every facility admin belongs to a facility',
    meaning: 'An active facility admin without a facility sees nothing.',
    remedy: 'Link them to an organization, site or unit on the Users page.',
  },
  {
    code: 'admin_at_archived_facility',
    level: 'error',
    title: 'No one manages a closed facility',
    meaning: 'An active facility admin belongs to a closed or archived facility.',
    remedy: 'Link them to another facility, or deactivate the account.',
  },
  {
    code: 'organization_without_admin',
    level: 'hint',
    title: 'Every active organization has an admin of its own',
    meaning: 'People work below it, but no one belongs to the organization itself.',
    remedy: 'Invite someone, or give someone the organization admin permission.',
  },
  {
    code: 'unused',
    level: 'hint',
    title: 'Permissions are in use',
    meaning: 'Given more than 90 days ago and not used for 90 days.',
    remedy: 'Ask whether it is still needed, and turn it off if not.',
  },
  {
    code: 'waiting_long',
    level: 'hint',
    title: 'Requests are answered within two weeks',
    meaning: 'Waiting for more than 14 days.',
    remedy: 'Decide it, or remind those who run the facility.',
  },
] as const satisfies readonly {
  code: string
  level: 'error' | 'hint'
  title: string
  meaning: string
  remedy: string
}[]

/** The viewer's grants that open pages in addition to their role: the preceptor permission (Spec §6). */
export function grantsOf(viewer: Viewer): string[] {
  return viewer.role === 'facility_admin' && viewer.isPreceptor
    ? ['Preceptor permission (capstone_preceptor)']
    : []
}

type Node = { facility_id: string; parent_id: string | null; name: string }

/** The nodes as a tree in reading order, each with its depth; a node whose parent is not listed is at the top. */
export function asTree<N extends Node>(nodes: readonly N[]): (N & { depth: number })[] {
  const listed = new Set(nodes.map(({ facility_id }) => facility_id))
  const below = (parent: string | null, depth: number): (N & { depth: number })[] =>
    nodes
      .filter(({ parent_id }) =>
        parent === null ? parent_id === null || !listed.has(parent_id) : parent_id === parent,
      )
      .flatMap((node) => [{ ...node, depth }, ...below(node.facility_id, depth + 1)])
  return below(null, 0)
}

/** The nodes whose name contains the text, and those above them, so that a match is shown in its context. */
export function findInTree<N extends Node>(nodes: readonly N[], text: string): N[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return [...nodes]
  const byId = new Map(nodes.map((node) => [node.facility_id, node]))
  const kept = new Set<string>()
  for (const node of nodes)
    if (node.name.toLowerCase().includes(wanted))
      for (let at: N | undefined = node; at && !kept.has(at.facility_id); at = byId.get(at.parent_id ?? ''))
        kept.add(at.facility_id)
  return nodes.filter(({ facility_id }) => kept.has(facility_id))
}
