import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { BeginReason, CohortChange, CohortStatus } from '../../contract.ts'
import { cohortRefusals } from '../../messages.ts'
import { closedBlocker, undoBlocker, undoDay } from '../../rules.ts'
import { lockCohort, lockMemberships } from './lock-cohort.ts'
import { notifyMoved } from './notify-moved.ts'
import { beginMemberships, endMemberships } from './write-memberships.ts'

/**
 * Undoes a change within 24 hours, for everyone who was not changed again since. On the day it was
 * made it was a mistake: those memberships are kept as corrected, and the former ones continue
 * from that day. Later, the new ones are ended and the former ones begun again.
 */
export async function undoChange(
  tx: Tx,
  id: string,
  role: string,
): Promise<{ undone: number; left_out: number }> {
  const change = await lockChange(tx, id)
  refuseIf(cohortRefusals, undoBlocker(change, role))
  const { school_id } = change
  const students = await listUntouched(tx, change)
  if (students.length === 0) refuse(cohortRefusals, refusal('cohort_change.all_changed'))
  await tx.updateTable('cohort_changes').set({ undone_count: students.length }).where('id', '=', id).execute()
  if (change.kind === 'graduation') await activateAgain(tx, change.cohort_id!)
  const on = undoDay(change, change.today)
  await endMemberships(tx, { school_id, students, on, reason: 'transferred', change: id })
  const stays = await listFormer(tx, id, students)
  for (const { cohort_name: cohort, status } of stays)
    refuseIf(cohortRefusals, closedBlocker({ name: cohort, status }))
  await beginMemberships(tx, { school_id, on, change: null, stays })
  await notifyEach(tx, { change, students, stays, on })
  return { undone: students.length, left_out: change.student_count - students.length }
}

type LockedChange = Pick<CohortChange, 'id' | 'kind' | 'cohort_id' | 'student_count' | 'created_at'> & {
  school_id: string
  on_date: PlainDate
  undone_at: string | null
  /** The day of the change and today, at the school. */
  made_on: PlainDate
  today: PlainDate
}

async function lockChange(tx: Tx, id: string): Promise<LockedChange> {
  const found = await tx
    .selectFrom('cohort_changes')
    .select('school_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return refuse(cohortRefusals, refusal('cohort_change.missing'))
  await lockMemberships(tx, { id: found.school_id })
  const { rows } = await sql<LockedChange>`
    select h.id, h.kind, h.cohort_id, h.student_count, h.created_at, h.school_id, h.on_date, h.undone_at,
      (h.created_at at time zone s.time_zone)::date as made_on, app.school_today(h.school_id) as today
    from public.cohort_changes h join public.schools s on s.id = h.school_id where h.id = ${id}::uuid for no key update of h`.execute(
    tx,
  )
  return rows[0] ?? refuse(cohortRefusals, refusal('cohort_change.missing'))
}

/** Students not changed since: the membership that the change began is still open, or, if it only ended one, none was begun. */
async function listUntouched(tx: Tx, { id, kind }: LockedChange): Promise<string[]> {
  const { rows } = await sql<{ student_id: string }>`
    select m.student_id from public.cohort_memberships m where m.begun_by_change = ${id}::uuid and m.to_date is null
    union
    select m.student_id from public.cohort_memberships m where ${kind !== 'move'} and m.ended_by_change = ${id}::uuid
      and not exists (select 1 from public.cohort_memberships n where n.student_id = m.student_id and n.id <> m.id
        and n.from_date is distinct from n.to_date and (n.to_date is null or n.to_date > m.to_date))`.execute(
    tx,
  )
  return rows.map((row) => row.student_id)
}

async function activateAgain(tx: Tx, id: string): Promise<void> {
  const cohort = await lockCohort(tx, { id })
  if (cohort.status !== 'graduated')
    refuse(cohortRefusals, refusal('cohort_change.cohort_changed', { cohort: cohort.name }))
  await tx.updateTable('cohorts').set({ status: 'active' }).where('id', '=', id).execute()
}

type Former = {
  student_id: string
  cohort_id: string
  cohort_name: string
  status: CohortStatus
  reason: BeginReason
}

/** The students' memberships before the change. */
async function listFormer(tx: Tx, id: string, students: readonly string[]): Promise<Former[]> {
  const { rows } = await sql<Former>`
    select m.student_id, m.cohort_id, c.name as cohort_name, c.status, m.reason
    from public.cohort_memberships m join public.cohorts c on c.id = m.cohort_id
    where m.ended_by_change = ${id}::uuid and m.begun_by_change is distinct from ${id}::uuid and m.student_id = any (${students}::uuid[])`.execute(
    tx,
  )
  return rows
}

type Undone = { change: LockedChange; students: string[]; stays: Former[]; on: PlainDate }

async function notifyEach(tx: Tx, { change, students, stays, on: from }: Undone): Promise<void> {
  const back = Map.groupBy(stays, (stay) => stay.cohort_id)
  for (const [id, of] of back)
    await notifyMoved(tx, {
      change: change.id,
      students: of.map((stay) => stay.student_id),
      cohort: { id, name: of[0]!.cohort_name },
      from,
      key: ' undone',
    })
  const left = students.filter((student) => !stays.some((stay) => stay.student_id === student))
  if (left.length === 0 || change.cohort_id === null) return
  // Only a move into a cohort leaves someone without one when it is undone.
  const { name } = await tx
    .selectFrom('cohorts')
    .select('name')
    .where('id', '=', change.cohort_id)
    .executeTakeFirstOrThrow()
  await notifyMoved(tx, { change: change.id, students: left, cohort: { name }, from, key: ' undone' })
}
