import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { HoursKind } from '#features/hours/contract.ts'
import { enterHours } from '#features/hours/server/public.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursRequestRefusals, notificationTexts } from '../../messages.ts'
import { confirmationWords, dayBlocker, decisionBlocker } from '../../rules.ts'
import { lockRequest } from '../queries/lock-request.ts'
import { lockDays, minutesOfDay } from '../queries/minutes-of-day.ts'

type Decision = {
  id: string
  version: number
  decision: 'approved' | 'not_approved' | 'needs_info'
  note?: string | undefined
}

/**
 * The school approves, refuses or asks a question, and the student is notified. Approved hours become a ledger line, once; a locked
 * semester refuses it. Repeating the decision by the same person changes nothing.
 */
export async function decideRequest(
  tx: Tx,
  decider: string,
  { id, version, decision, note: text }: Decision,
): Promise<void> {
  const row = await lockRequest(tx, id)
  const note = text ?? null
  if (row.status === decision && row.decided_by === decider && row.decision_note === note) return
  refuseIf(hoursRequestRefusals, decisionBlocker(row, { decision, note, version }))
  if (decision === 'approved') await refuseTooMany(tx, row)
  await tx
    .updateTable('hours_requests')
    .set({ status: decision, decision_note: note, decided_by: decider, decided_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const { student_id, date, minutes, course_code, evidence_file_ids } = row
  if (decision === 'approved')
    return enterHours(
      tx,
      {
        id,
        student_id,
        date,
        minutes,
        course_code,
        evidence_file_ids,
        evidence: note ?? (await confirmedWords(tx, row)),
        reason: row.note,
        kind: row.kind as HoursKind,
        specialty: row.specialty as Specialty,
      },
      { areFilesKept: true },
    )
  await notifyOfRow(
    tx,
    { table: 'hours_requests', id },
    {
      to: ['student_id'],
      type: 'hours',
      url: '/student/progress',
      key: `hours request ${id} ${row.version + 1}`,
    },
    notification(
      notificationTexts,
      decision === 'needs_info' ? 'hours_request.needs_info' : 'hours_request.not_approved',
      { minutes, date, note },
    ),
  )
}

type Reported = { id: string; school_id: string; student_id: string; date: string; minutes: number }

/** Refuses hours that would exceed the daily maximum by now: a shift of that day may have been added or posted since they were reported. */
async function refuseTooMany(tx: Tx, { id, school_id, student_id, date, minutes }: Reported): Promise<void> {
  await lockDays(tx, student_id)
  const { settings } = await tx
    .selectFrom('schools')
    .select('settings')
    .where('id', '=', school_id)
    .executeTakeFirstOrThrow()
  const { hours_per_day_max: hoursPerDay } = settingsOf(settings as Partial<SchoolSettings>)
  const sameDay = await minutesOfDay(tx, { studentId: student_id, date, without: id })
  refuseIf(hoursRequestRefusals, dayBlocker({ minutes }, { hoursPerDay, sameDay }))
}

type Confirmed = {
  instructor_id: string | null
  confirmation: string | null
  confirmation_note: string | null
}

/** Says that an instructor confirmed the hours, as evidence on the ledger line; null if none did. */
async function confirmedWords(
  tx: Tx,
  { instructor_id, confirmation, confirmation_note }: Confirmed,
): Promise<string | null> {
  if (confirmation !== 'confirmed') return null
  const { rows } = await sql<{
    name: string | null
  }>`select app.name_of_proctor(${instructor_id}::uuid) as name`.execute(tx)
  return (
    confirmationWords({ instructor_name: rows[0]!.name, confirmation, confirmation_note })?.slice(0, 1000) ??
    null
  )
}
