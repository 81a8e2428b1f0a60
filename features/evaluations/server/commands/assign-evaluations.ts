import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { comingSeats } from '#core/seat-statuses.ts'
import { findInstrumentFor } from '#features/instruments/server/public.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import { studentStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { evaluationRefusals, notificationTexts } from '../../messages.ts'
import { factsOfEvaluations } from '../queries/facts-of-evaluation.ts'
import { notifyOfEvaluations } from './notify-of-evaluation.ts'

type Sent = {
  semester_id: string
  kind: 'midterm' | 'final'
  cohort_id: string | null
  due_on: PlainDate
}

type Missing = { student_id: string; full_name: string; shift_id: string; school_id: string }

/**
 * Active students of a semester without this evaluation, each with the instructor who led most of their shifts so far, first or with another
 * one, of those who are still at the school, and the latest of those shifts; null if none is. Shifts still to come count only for a student who
 * has had none, the next one first: no evaluation can be written before it begins.
 */
async function findMissing(tx: Tx, { semester_id: semester, kind, cohort_id: cohort }: Sent) {
  const { rows } = await sql<Missing & { proctor_id: string | null }>`
    select distinct on (x.student_id) x.student_id, x.full_name, x.proctor_id, x.shift_id, x.school_id from (
      select a.student_id, u.full_name, i.id as proctor_id, s.school_id, count(*) filter (where i.id = s.proctor_id) as led, count(*) as shared,
        s.starts_at > now() as is_ahead, (array_agg(s.id order by abs(extract(epoch from s.starts_at - now()))))[1] as shift_id
      from public.shifts s join public.assignments a on a.shift_id = s.id and a.status in ${listed(comingSeats)}
      left join public.users i on i.id = any (app.instructors_of(s)) and i.role = 'proctor' and i.status = 'active' and i.linked_school_id = s.school_id
      join public.users u on u.id = a.student_id and u.role = 'student' and u.status = 'active' and u.linked_school_id = s.school_id
      where s.semester_id = ${semester}::uuid and s.proctor_id is not null and s.status in ${listed(studentStates)}
        and (${cohort}::uuid is null or exists (select from app.current_memberships m where m.student_id = a.student_id and m.cohort_id = ${cohort}::uuid))
        and not exists (select from public.evaluations e where e.student_id = a.student_id and e.semester_id = s.semester_id and e.kind = ${kind}
          and e.subject = 'semester' and not e.is_self and e.status <> 'voided')
      group by 1, 2, 3, 4, s.starts_at > now()) x
    order by x.student_id, x.proctor_id is null, x.is_ahead, x.led desc, x.shared desc, x.proctor_id`.execute(
    tx,
  )
  return {
    missing: rows.flatMap(({ proctor_id: id, ...row }) => (id === null ? [] : [{ ...row, proctor_id: id }])),
    without: rows.flatMap(({ proctor_id: id, full_name: name }) => (id === null ? [name] : [])).toSorted(),
  }
}

type Assigned = {
  assigned: number
  /** Students whose instructors have all left the school: no one can be asked. */
  without: string[]
}

/** Assigns the midterm or final of every student of a semester who has none to an instructor. */
export async function assignEvaluations(tx: Tx, sent: Sent): Promise<Assigned> {
  const { missing, without } = await findMissing(tx, sent)
  const [first] = missing
  if (!first && without.length > 0)
    refuse(evaluationRefusals, refusal('evaluation.no_instructor_left', { names: without }))
  if (!first) refuse(evaluationRefusals, refusal('evaluation.nobody_to_assign'))
  const form =
    (await findInstrumentFor(tx, first.school_id, sent.kind)) ??
    refuse(evaluationRefusals, refusal('evaluation.no_instrument'))
  // The last minute of that day where the school is.
  const dueAt = sql<string>`(${sent.due_on}::date + time '23:59') at time zone (select s.time_zone from public.schools s where s.id = ${first.school_id}::uuid)`
  const made = await tx
    .insertInto('evaluations')
    .values(
      missing.map((one) => ({
        id: randomUUID(),
        school_id: one.school_id,
        student_id: one.student_id,
        evaluator_id: one.proctor_id,
        subject: 'semester',
        shift_id: one.shift_id,
        semester_id: sent.semester_id,
        kind: sent.kind,
        instrument_id: form.id,
        instrument_version: form.version,
        status: 'assigned',
        due_at: dueAt,
      })),
    )
    .onConflict((known) => known.doNothing())
    .returning('id')
    .execute()
  await groupNotifications(tx, `evaluations ${sent.semester_id} ${sent.kind} ${sent.due_on}`, {
    url: '/proctor/dashboard',
  })
  const facts = await factsOfEvaluations(
    tx,
    made.map(({ id }) => id),
  )
  await notifyOfEvaluations(
    tx,
    { audience: 'evaluator', key: 'assigned' },
    [...facts].map(([id, of]) => ({
      id,
      text: notification(notificationTexts, 'evaluation.assigned', { ...of, due: sent.due_on }),
    })),
  )
  await endGroup(tx)
  return { assigned: made.length, without }
}
