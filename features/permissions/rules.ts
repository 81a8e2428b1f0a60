import { type Access, type AccessRole, mayOpen, type Viewer } from '#core/access.ts'
import { roleLabels, type Role } from '#core/roles.ts'

const names: Record<AccessRole, string> = {
  ...roleLabels,
  preceptor: 'Preceptor',
  'only:school_admin': 'School admin',
}

/** Who may open something, as people read it; where school admins may, school super admins may too (Spec §2, §6). */
export function whoMayOpen(access: Access): string[] {
  if (access === 'public') return ['Anybody']
  if (access === 'any') return ['Everybody signed in']
  const named = access.flatMap((role) =>
    role === 'school_admin' && !access.includes('school_super_admin')
      ? [names.school_admin, names.school_super_admin]
      : [names[role]],
  )
  return [names.superadmin, ...named.filter((name) => name !== names.superadmin)]
}

/** Why this viewer may or may not open something: the same decision as the guard's, in a sentence. */
export function explainAccess(access: Access, viewer: Viewer): { isAllowed: boolean; why: string } {
  const isAllowed = mayOpen(access, viewer)
  return { isAllowed, why: isAllowed ? whyAllowed(access, viewer) : whyNot(access, viewer) }
}

function whyAllowed(access: Access, { role }: Viewer): string {
  if (access === 'public') return 'Anybody may open it, signed in or not.'
  if (access === 'any') return 'Everybody who is signed in may open it.'
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
    return 'It is for school admins themselves; a school super admin has no such page.'
  const open = whoMayOpen(access).filter((name) => name !== names.superadmin)
  return `It is for the ${open.length > 1 ? 'roles' : 'role'} ${inWords(open)}.`
}

function inWords(list: readonly string[]): string {
  return list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
}

/** What of the records each role reaches: the scope that the database enforces, whatever a page shows. */
export const scopes: Record<Role, string> = {
  superadmin:
    'Every school, facility and person. In the school area one school at a time, named in the bar at the top.',
  school_super_admin:
    'Their own school: its people, invitations, sign-up requests, semesters and audit trail.',
  school_admin: 'Their own school: its people, invitations, sign-up requests, semesters and audit trail.',
  facility_admin:
    'Their own facility and everything below it: its people, invitations, sign-up requests and preceptors.',
  proctor: 'Their own account, and the active semesters of their school.',
  student: 'Their own account, and the active semesters of their school.',
}

/** What a viewer holds besides the role; today the one grant is the preceptor permission (Spec §6). */
export function grantsOf(viewer: Viewer): string[] {
  return viewer.role === 'facility_admin' && viewer.isPreceptor
    ? ['Preceptor permission (capstone_preceptor)']
    : []
}

type Node = { facility_id: string; parent_id: string | null; name: string }

/** The nodes as a tree in reading order, each with its depth; a node whose parent is not listed stands at the top. */
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

/** The nodes whose name contains the text, and those above them, so that a find is seen in its place. */
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
