import { specialtyLabels } from '#core/specialties.ts'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { Refused } from '#core/refusal.ts'
import { shiftTextLabels } from '#core/shift-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import {
  changesSince,
  type Versioned,
  versionConflict,
  versionMessage,
} from '#platform/server/version-conflict.ts'
import type { Outcome } from '../../contract.ts'
import { experienceLabels, signupLabels, statusLabels } from '../../rules.ts'
import type { Locked } from '../commands/lock-shift.ts'
import { findShift } from './find-shift.ts'
import { rowsByIds } from './shift-rows.ts'

/** The fields of a shift that both parties see on its page. */
export const versionedShift: Versioned = {
  what: 'shift',
  labels: {
    status: 'Status',
    date: 'Date',
    start_time: 'Start',
    end_time: 'End',
    facility_id: 'Unit',
    ...shiftTextLabels,
    semester_id: 'Semester',
    specialty: 'Specialty',
    experience_type: 'Kind',
    capacity: 'Seats requested',
    approved_capacity: 'Seats approved',
    min_to_run: 'Minimum students',
    break_min: 'Break (minutes)',
    conference_min: 'Conference (minutes)',
    credited_hours_override: 'Hours credited',
    cohort_ids: 'Cohorts',
    objectives: 'Objectives',
    proctor_id: 'Instructor',
    more_proctor_ids: 'Other instructors',
    preceptor_id: 'Preceptor',
    more_preceptor_ids: 'Other preceptors',
    signup_mode: 'Sign-up',
    signup_opens_at: 'Sign-up opens',
    signup_closes_at: 'Sign-up closes',
    counter: 'Suggestion',
    change: 'Change requested',
  },
  words: {
    status: statusLabels,
    specialty: specialtyLabels,
    experience_type: experienceLabels,
    signup_mode: signupLabels,
  },
  entity: 'shifts',
  names: sql`select k.id, k.name from app.names_of_plan(s.id) n cross join lateral jsonb_to_recordset(n.cohorts) k (id uuid, name text)
    union all select x.semester_id, n.semester from public.shifts x cross join lateral app.names_of_plan(x.id) n where x.id = s.id`,
}

/** The refusal of a command on a shift that changed since the version that was sent. */
export async function conflictOf(tx: Tx, sent: Locked) {
  const current = await findShift(tx, sent.id)
  if (!current) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that shift.' })
  return versionConflict(tx, versionedShift, sent, current)
}

/**
 * Runs a command on one row of a job. If the shift changed since it was chosen, the outcome says who changed what. Refused commands throw
 * in TypeScript, so the transaction can still read that.
 */
export async function orChangedOutcome(
  tx: Tx,
  sent: Locked,
  command: () => Promise<unknown>,
): Promise<{ status: 'refused'; code: string; message: string } | undefined> {
  try {
    await command()
    return undefined
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'shift.old_version') throw error
    const changes = (await changesSince(tx, versionedShift, [sent])).get(sent.id) ?? []
    return { status: 'refused', code: error.code, message: versionMessage('shift', changes) }
  }
}

/** Adds both versions to the outcomes of shifts that changed in the meantime, reading all of them at once. */
export async function withConflicts(
  tx: Tx,
  sent: readonly Locked[],
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  const old = new Set(outcomes.filter(({ reason }) => reason === 'version').map(({ id }) => id))
  if (old.size === 0) return [...outcomes]
  const seen = sent.filter(({ id }) => old.has(id))
  const rows = new Map((await rowsByIds(tx, [...old])).map((row) => [row.id, row]))
  const changes = await changesSince(tx, versionedShift, seen)
  return outcomes.map((outcome) => {
    const current = old.has(outcome.id) ? rows.get(outcome.id) : undefined
    if (!current) return outcome
    const found = changes.get(outcome.id) ?? []
    const version = seen.find(({ id }) => id === outcome.id)!.version
    return {
      ...outcome,
      message: versionMessage('shift', found),
      conflict: { kind: 'version' as const, sent_version: version, current, changes: found },
    }
  })
}
