import { dayIn } from '#core/plain-date.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { roleLabels, type Role } from '#core/roles.ts'
import type { Person } from './contract.ts'

/** What a role is linked to: a school, a facility, or the platform as a whole (Spec §3, §6). */
export function linkOf(role: Role): 'school' | 'facility' | 'none' {
  if (role === 'superadmin') return 'none'
  return role === 'facility_admin' ? 'facility' : 'school'
}

/** The change of role and links as it may be sent: drops links that don't belong to the role. */
export function fittingLinks(change: {
  role: Role
  linked_school_id: string | null
  linked_facility_id: string | null
}): { linked_school_id: string | null; linked_facility_id: string | null } {
  const link = linkOf(change.role)
  return {
    linked_school_id: link === 'school' ? change.linked_school_id : null,
    linked_facility_id: link === 'facility' ? change.linked_facility_id : null,
  }
}

type Whom = Pick<Person, 'id' | 'status' | 'full_name'>

/** Why role and links can't be changed now, or null: no one changes their own, or those of someone who still needs approval. */
export function changeBlocker({ id, status, full_name: name }: Whom, me: { id: string }) {
  if (id === me.id) return refusal('person.own_role')
  return isWaiting(status) ? refusal('person.waits', { name }) : null
}
const isWaiting = (status: string): boolean => ['pending', 'returned', 'declined'].includes(status)

/** Why this person's status can't be changed to this one now, or null: only active ⇄ deactivated. */
export function statusBlocker({ status }: { status: string }, to: 'active' | 'deactivated') {
  if (to === 'deactivated') return status === 'active' ? null : refusal('person.not_active')
  return status === 'deactivated' ? null : refusal('person.not_deactivated')
}

type Last = { full_name: string; is_last_superadmin: boolean; last_administrator_of: string | null }

/** Why this person can't leave yet, or null: they are the last superadmin, or the last administrator of a school or facility. */
export function lastBlocker({ full_name: name, is_last_superadmin, last_administrator_of: tenant }: Last) {
  if (is_last_superadmin) return refusal('person.last_superadmin')
  return tenant === null ? null : refusal('person.last_administrator', { name, tenant })
}

type Links = { role: Role; linked_school_id: string | null; linked_facility_id: string | null }

/** Why a role does not go with these links, or null (Spec §6). `isOpen`: the linked school or facility exists and is active. */
export function linksBlocker(
  { role, linked_school_id: school, linked_facility_id: facility }: Links,
  isOpen: boolean,
) {
  const link = linkOf(role)
  if (link === 'none') return school || facility ? refusal('person.superadmin_links') : null
  if (link === 'facility') {
    if (school) return refusal('person.no_school')
    if (!facility) return refusal('person.choose_facility')
    return isOpen ? null : refusal('person.facility_gone')
  }
  if (facility) return refusal('person.no_facility')
  if (!school) return refusal('person.choose_school')
  return isOpen ? null : refusal('person.school_gone')
}

/** Why there is no preceptor permission to give, or null: only facility admins can have it (Spec §6). */
export function permissionsBlocker(person: Pick<Person, 'role'>): string | null {
  return person.role === 'facility_admin' ? null : 'Only facility admins can be preceptors.'
}

const DAY_MS = 86_400_000
const reversible = ['role', 'status', 'linked_school_id', 'linked_facility_id']

/** A change: each field with its value before and after. */
export type Changes = Record<string, [before: unknown, after: unknown]>
type Entry = {
  action: string
  entity: string
  entity_id: string | null
  at: string
  changes: Record<string, unknown>
}

/**
 * Why this entry of the audit log can't be undone, or null: only changes of role, links, or between active and deactivated, for 24 hours,
 * if the person is still as the change left them. `now` in milliseconds.
 */
export function undoBlocker(
  event: Entry,
  person: Person,
  now: number,
): Refusal<'account_change.other_kind' | 'account_change.too_late' | 'account_change.changed_since'> | null {
  const changes = Object.entries(event.changes)
  const isKnown =
    event.entity === 'users' &&
    event.entity_id === person.id &&
    event.action === 'update' &&
    changes.length > 0 &&
    changes.every(
      ([name, change]) =>
        reversible.includes(name) &&
        Array.isArray(change) &&
        (name !== 'status' || ['active', 'deactivated'].includes(String(change[0]))),
    )
  if (!isKnown) return refusal('account_change.other_kind')
  if (now - Date.parse(event.at) >= DAY_MS) return refusal('account_change.too_late')
  const isSame = changes.every(([name, change]) => person[name as keyof Person] === (change as unknown[])[1])
  return isSame ? null : refusal('account_change.changed_since')
}

/** True when this entry of the audit log can still be undone. `now` in milliseconds. */
export function canUndo(event: Entry, person: Person, now: number): boolean {
  return undoBlocker(event, person, now) === null
}

/** Maximum number of rows in one export. */
export const exportLimit = 10_000

export const exportColumns = [
  'Name',
  'Email',
  'Role',
  'Status',
  'Verified',
  'School',
  'Facility',
  'Preceptor',
  'Since',
] as const

/** One person as a row of the export, in the order of exportColumns, with days of this time zone. */
export function exportRow(person: Person, zone: string): string[] {
  return [
    person.full_name,
    person.email,
    roleLabels[person.role],
    person.status,
    person.email_verified ? 'yes' : 'no',
    person.school_name ?? '',
    person.facility_name ?? '',
    person.is_preceptor ? 'yes' : 'no',
    dayIn(zone, person.created_at),
  ]
}
