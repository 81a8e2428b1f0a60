import { formatDate, formatInstant, isPlainDate, ownZone } from '#core/plain-date.ts'
import { settingsOf, settingTexts } from '#core/school-settings.ts'
import { roleLabels, type Role } from '#core/roles.ts'
import type { AuditEvent } from './contract.ts'

const tenantKeys = ['linked_school_id', 'linked_facility_id', 'school_id', 'facility_id']
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The ids in these entries and their changes, each once. */
export function idsIn(events: readonly Pick<AuditEvent, 'entity_id' | 'changes'>[]): string[] {
  const ids = events.flatMap(({ entity_id: id, changes }) => [id, ...Object.values(changes).flat()])
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && uuid.test(id)))]
}

/** What the rows of a table are, where that is not the table's name in the singular. */
const things: Record<string, string> = {
  approver_covers: 'Stand-in for approvals',
  blanket_credentials: 'Shared document',
  canvas_people: 'Canvas account',
  calendar_feeds: 'Calendar address',
  cohort_changes: 'Bulk move',
  consents: 'Name release',
  contact_messages: 'Visitor message',
  evaluation_instruments: 'Evaluation form',
  facility_admin_permissions: 'Permission',
  hours_requests: 'Reported hours',
  imports: 'File',
  mails: 'Email',
  mappings: 'Clinical mapping',
  notification_broadcasts: 'Announcement',
  ownership_transfers: 'Transfer of billing',
  request_links: 'Link to answer requests',
  school_instruments: 'Choice of an evaluation form',
  school_join_codes: 'Join code',
  signup_requests: 'Sign-up request',
  student_leaves: 'Leave of absence',
  unit_links: 'Unit page link',
  users: 'Account',
  wishlist_campaigns: 'Wishlist',
  wishlist_edits: 'Change to a match',
}
const thingOf = (entity: string): string =>
  things[entity] ?? readable(entity.replace(/ies$/, 'y').replace(/s$/, ''))

const actions: Record<string, string> = {
  insert: 'created',
  update: 'changed',
  delete: 'removed',
  accept: 'accepted',
  send: 'sent',
  import: 'imported',
}
const titles: Record<string, string> = {
  sign_in: 'Signed in',
  sign_out: 'Signed out',
  change_password: 'Password changed',
  reset_password: 'Password reset by link',
  choose_password: 'Password chosen when the address was verified',
  require_password_change: 'New password required',
  turn_on_two_step: 'Two-step verification turned on',
  turn_off_two_step: 'Two-step verification turned off',
  use_recovery_code: 'Signed in with a recovery code',
  renew_recovery_codes: 'New recovery codes made',
  bootstrap_superadmin: 'First superadmin set up',
  export: 'Exported a list of people',
  set_logo: 'Logo changed',
  remove_logo: 'Logo removed',
  impersonation_started: 'Impersonation started',
  impersonation_ended: 'Impersonation ended',
  context_refused: 'Session context refused',
}

/** What happened, in a few words: "Account changed", "Permission at Harborview West turned off". */
export function titleOf(event: Pick<AuditEvent, 'action' | 'entity' | 'changes' | 'facility_name'>): string {
  if (event.entity === 'facility_admin_permissions') {
    if (event.action === 'export') return 'Exported a list of permissions'
    const isOn = event.action === 'insert' || pairOf(event.changes['is_enabled'])?.[1] === true
    const where = event.facility_name ? ` at ${event.facility_name}` : ''
    return `Permission${where} turned ${isOn ? 'on' : 'off'}`
  }
  const title = titles[event.action]
  if (title) return title
  return `${thingOf(event.entity)} ${actions[event.action] ?? readable(event.action).toLowerCase()}`
}

/** The person or thing of an entry, with its facility and school; each name once. */
export function subjectOf(
  event: Omit<AuditEvent, 'id' | 'at'>,
  names: Readonly<Record<string, string>>,
): string {
  const said = `${titleOf(event)} ${actorOf(event)}`
  const subject = event.entity_name ?? names[event.entity_id ?? '']
  return [...new Set([subject, event.facility_name, event.school_name])]
    .filter((name) => name && !said.includes(name))
    .join(', ')
}

/** Who did it, and impersonating whom: "Sam Okafor, acting as Jenna Park". People the reader may not see have no name. */
export function actorOf(
  event: Pick<AuditEvent, 'actor_id' | 'actor_name' | 'acting_as' | 'acting_as_name'>,
): string {
  const actor = event.actor_name ?? (event.actor_id ? 'Someone outside your school' : 'Placewell')
  return event.acting_as ? `${actor}, acting as ${event.acting_as_name ?? 'another person'}` : actor
}

const bookkeeping = ['until', 'filter', 'id', 'created_at', 'created_by', 'granted_by']
const labels: Record<string, string> = {
  full_name: 'Name',
  email: 'Email',
  email_verified: 'Email verified',
  linked_school_id: 'School',
  linked_facility_id: 'Facility',
  school_id: 'School',
  facility_id: 'Facility',
  status: 'Status',
  license_in_progress: 'License in progress',
  time_format: 'Time format',
  may_write: 'Changes allowed',
  time_was_over: 'Ended by time',
  session_ended: 'Ended by signing out',
}

/** The changes as lines: "Role: Student → Proctor"; with names of schools and facilities, and without internal fields. */
export function detailsOf(
  event: Pick<AuditEvent, 'entity' | 'changes'>,
  names: Readonly<Record<string, string>>,
): string[] {
  if (event.entity === 'facility_admin_permissions') return []
  return Object.entries(event.changes).flatMap(([key, value]) => {
    if (bookkeeping.includes(key)) return []
    const label = labels[key] ?? readable(key)
    const pair = pairOf(value)
    if (pair && event.entity === 'schools' && key === 'settings') return settingLines(pair)
    if (pair) return [`${label}: ${wordOf(key, pair[0], names)} → ${wordOf(key, pair[1], names)}`]
    if (value === null || typeof value === 'object') return []
    return [`${label}: ${wordOf(key, value, names)}`]
  })
}

/** Which of a school's settings changed, old → new; an unset one counts as the default. */
function settingLines(pair: [unknown, unknown]): string[] {
  const [before, after] = pair.map((stored) => settingsOf(stored ?? {}))
  return (Object.keys(settingTexts) as (keyof typeof settingTexts)[])
    .filter((key) => JSON.stringify(before![key]) !== JSON.stringify(after![key]))
    .map(
      (key) =>
        `${settingTexts[key].label}: ${wordOf(key, before![key], {})} → ${wordOf(key, after![key], {})}`,
    )
}

function pairOf(value: unknown): [unknown, unknown] | undefined {
  return Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : undefined
}

function wordOf(key: string, value: unknown, names: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) return value.join(', ')
  if (typeof value === 'object') return 'changed'
  const text = String(value)
  if (uuid.test(text))
    return names[text] ?? (tenantKeys.includes(key) ? 'another facility' : 'something else')
  if (instant.test(text)) return formatInstant(text, ownZone())
  if (isPlainDate(text)) return formatDate(text)
  if (key === 'role') return roleLabels[text as Role] ?? readable(text)
  return key === 'status' ? readable(text) : text
}

/** A column as text: "revoked_at" is "Revoked", "cohort_id" is "Cohort". */
export function readable(name: string): string {
  const words = name.replace(/_(at|id)$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A fault of a chain at one point; `row_id` is the block's number if a block is missing. */
export type ChainFault = {
  seq: number
  fault: 'missing_block' | 'broken_link' | 'altered_block' | 'missing_row' | 'altered_row' | null
  source: string | null
  row_id: number | null
}

/** A stored block, digests as text: the digest computed from its content, and its rows that are missing or have another digest now. */
export type SealedBlock = {
  seq: number
  sealed_at: string
  rows: number
  previous: string
  digest: string
  reckoned: string
  differing: readonly { source: string; row_id: number; is_gone: boolean }[] | null
}
export type CheckedBlock = ChainFault & { sealed_at: string; rows: number }

/** How far a chain was verified; the next block must continue from there. */
export type Reached = Pick<SealedBlock, 'seq' | 'digest'>

/** Rows from these sources may be removed after this time (docs/decisions/011). */
const kept = { sources: ['access_events', 'failed_attempts'], years: 6 }

/**
 * The faults in the next blocks of a chain: one result per block, with or
 * without a fault, and one for each row that is missing or altered.
 */
export function chainFaults(blocks: readonly SealedBlock[], from: Reached, now: Date): CheckedBlock[] {
  const goneBefore = new Date(now).setUTCFullYear(now.getUTCFullYear() - kept.years)
  return blocks.flatMap((block, at) => {
    const { seq, sealed_at, rows, differing } = block
    const before = blocks[at - 1] ?? from
    const fault = blockFault(block, before)
    const mayBeGone = (source: string) => kept.sources.includes(source) && Date.parse(sealed_at) < goneBefore
    return [
      {
        seq,
        sealed_at,
        rows,
        fault,
        source: null,
        row_id: fault === 'missing_block' ? before.seq + 1 : null,
      },
      ...(differing ?? [])
        .filter(({ source, is_gone: isGone }) => !(isGone && mayBeGone(source)))
        .map(({ source, row_id, is_gone: isGone }) => {
          const ofRow = isGone ? ('missing_row' as const) : ('altered_row' as const)
          return { seq, sealed_at, rows: 0, fault: ofRow, source, row_id }
        }),
    ]
  })
}

function blockFault(block: SealedBlock, before: Reached): ChainFault['fault'] {
  if (block.seq !== before.seq + 1) return 'missing_block'
  if (block.previous !== before.digest) return 'broken_link'
  return block.digest === block.reckoned ? null : 'altered_block'
}
