import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { findInstrumentFor } from '#features/instruments/server/public.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { evaluationRefusals, notificationTexts } from '../../messages.ts'
import { factsOfEvaluations } from '../queries/facts-of-evaluation.ts'
import { notifyOfEvaluations } from './notify-of-evaluation.ts'

type Sent = {
  semester_id: string
  kind: 'midterm' | 'final'
  cohort_id: string | null
  due_on: PlainDate
}

/**
 * Active students of a semester without this evaluation, each with the instructor who led most of their shifts, of those who are still at
 * the school, and the last of those shifts.
 */
async function findMissing(tx: Tx, { semester_id: semester, kind, cohort_id: cohort }: Sent) {
  const { rows } = await sql<{ student_id: string; proctor_id: string; shift_id: string; school_id: string }>`
    select distinct on (x.student_id) x.student_id, x.proctor_id, x.shift_id, x.school_id from (
      select a.student_id, s.proctor_id, s.school_id, count(*) as led, (array_agg(s.id order by s.starts_at desc))[1] as shift_id
      from public.shifts s join public.assignments a on a.shift_id = s.id and a.status in ('assigned', 'checked_in', 'completed')
      join public.users i on i.id = s.proctor_id and i.role = 'proctor' and i.status = 'active' and i.linked_school_id = s.school_id
      join public.users u on u.id = a.student_id and u.role = 'student' and u.status = 'active' and u.linked_school_id = s.school_id
      where s.semester_id = ${semester}::uuid and s.proctor_id is not null and s.status in ('published', 'full', 'in_progress', 'completed', 'closed')
        and (${cohort}::uuid is null or exists (select from public.cohort_memberships m where m.student_id = a.student_id and m.cohort_id = ${cohort}::uuid and m.to_date is null))
        and not exists (select from public.evaluations e where e.student_id = a.student_id and e.semester_id = s.semester_id and e.kind = ${kind}
          and not e.is_self and e.status <> 'voided')
      group by 1, 2, 3) x
    order by x.student_id, x.led desc, x.proctor_id`.execute(tx)
  return rows
}

/** Assigns the midterm or final of every student of a semester who has none to an instructor; returns how many it assigned. */
export async function assignEvaluations(tx: Tx, sent: Sent): Promise<number> {
  const missing = await findMissing(tx, sent)
  const [first] = missing
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
  return made.length
}
