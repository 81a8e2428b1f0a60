import { formatNumber } from '#core/number-text.ts'
import type { RecordPart } from '#core/api-meta.ts'
import { roleLabels, type Role } from '#core/roles.ts'
import type { AccessEvent, AccessKind, AccessOutcome } from '../contract.ts'
import { readable } from '../rules.ts'

/** Labels for the parts of a student's record. */
export const recordPartLabels: Record<RecordPart, string> = {
  profile: 'Profile',
  list: 'A list of people',
  schedule: 'Shifts and schedule',
  progress: 'Hours and progress',
  roster: 'Roster of a shift',
  candidates: 'Candidates for a shift',
  requests: 'Requests and swaps',
  cohort: 'Roster of a cohort',
  releases: 'Releases of information',
  disclosures: 'Who has seen the record',
  trail: 'Audit trail',
  data: 'A list without student records',
  file: 'A document',
}

export const accessKindLabels: Record<AccessKind, string> = {
  view: 'Viewed',
  export: 'Exported',
  refusal: 'Refused',
}
export const accessOutcomeLabels: Record<AccessOutcome, string> = {
  ok: 'Shown',
  refused: 'Refused',
  failed: 'Failed',
}

/** What happened, in a few words: "Viewed: Profile"; a refusal names the call and its code. */
export function accessTitle({
  kind,
  what,
  call,
  code,
}: Pick<AccessEvent, 'kind' | 'what'> & Partial<Pick<AccessEvent, 'call' | 'code'>>): string {
  const part = what ? (recordPartLabels[what as RecordPart] ?? what) : (call ?? '')
  if (kind !== 'refusal') return `${accessKindLabels[kind]}: ${part}`
  return `${accessKindLabels.refusal}${code ? ` (${readable(code.toLowerCase()).toLowerCase()})` : ''}: ${part}`
}

/** Who read, in which role and impersonating whom: "Sam Okafor (superadmin), acting as Jenna Park". */
export function readerLabel({
  actor_name,
  actor_role,
  acting_as_name,
}: Pick<AccessEvent, 'actor_name' | 'actor_role' | 'acting_as_name'>): string {
  const role = actor_role && (roleLabels[actor_role as Role] ?? actor_role)
  const who = `${actor_name ?? 'Unknown'}${role ? ` (${role})` : ''}`
  return acting_as_name ? `${who}, acting as ${acting_as_name}` : who
}

/** Whose records: up to three names, and how many more. */
export function studentsSentence({
  students,
  student_names: names,
}: Pick<AccessEvent, 'students' | 'student_names'>): string {
  if (students === 0) return '–'
  if (names.length === 0) return students === 1 ? '1 student' : `${formatNumber(students)} students`
  const more = students - names.length
  return more > 0 ? `${names.join(', ')} and ${formatNumber(more)} more` : names.join(', ')
}
