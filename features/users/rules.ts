import { type Refusal, refusal } from '#core/refusal.ts'
import { roleLabels, type Role } from '#core/roles.ts'
import type { Person } from './contract.ts'

/** What a role is linked to: a school, a facility, or the platform as a whole (Spec §3, §6). */
export function linkOf(role: Role): 'school' | 'facility' | 'none' {
  if (role === 'superadmin') return 'none'
  return role === 'facility_admin' ? 'facility' : 'school'
}

/** The change of role and links as it may be sent: links that do not belong to the role are dropped. */
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

/** Why role and links cannot be changed now, or null: nobody their own, nobody who still waits for approval. */
export function changeObstacle(person: Whom, me: { id: string }): string | null {
  if (person.id === me.id) return 'You can’t change your own role or status.'
  if (person.status === 'pending' || person.status === 'returned' || person.status === 'declined')
    return 'Waiting for approval: decide on the request first.'
  return null
}

/** Why there is no preceptor permission to give, or null: only facility admins carry it (Spec §6). */
export function permissionsObstacle(person: Pick<Person, 'role'>): string | null {
  return person.role === 'facility_admin' ? null : 'Only facility admins can be preceptors.'
}

const DAY_MS = 86_400_000
const reversible = ['role', 'status', 'linked_school_id', 'linked_facility_id']

/** What a change was: each field with its value before and after. */
export type Changes = Record<string, [before: unknown, after: unknown]>
type Entry = {
  action: string
  entity: string
  entity_id: string | null
  at: string
  changes: Record<string, unknown>
}

/**
 * Why this entry of the trail cannot be taken back: only changes of role, links, or between active and deactivated, for 24 hours, while
 * the person still is as the change left them. Null when it can. `now` in milliseconds.
 */
export function undoRefusal(
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

/** May this entry of the trail still be taken back? `now` in milliseconds. */
export function canUndo(event: Entry, person: Person, now: number): boolean {
  return undoRefusal(event, person, now) === null
}

/** At most so many rows leave in one file. */
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

/** One person as a row of the export, in the order of exportColumns. */
export function exportRow(person: Person): string[] {
  return [
    person.full_name,
    person.email,
    roleLabels[person.role],
    person.status,
    person.email_verified ? 'yes' : 'no',
    person.school_name ?? '',
    person.facility_name ?? '',
    person.is_preceptor ? 'yes' : 'no',
    person.created_at.slice(0, 10),
  ]
}
