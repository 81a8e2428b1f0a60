import { type RawBuilder, sql } from 'kysely'
import type { AutomaticReason } from '#core/automatic-reasons.ts'
import { notification } from '#core/notification-texts.ts'
import { presentSeats, absentSeats } from '#core/seat-statuses.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import { endedShifts, endedShiftsWalk } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { type Stop, Walk } from '#platform/server/walk.ts'
import { notificationTexts } from '../../messages.ts'

/** Evaluation e is still the one of its student and instructor, also if the school voided it; not if the worker did (voidOfAbsent). */
const isNotVoidedHere = sql`(e.status <> 'voided' or not exists (select from public.evaluation_events v
  where v.evaluation_id = e.id and v.school_id = e.school_id and v.to_status = 'voided' and v.actor_id is null))`

/** How many evaluations that no one has begun a round looks at, and how many it verifies, locks, or marks as overdue. */
const AT_ONCE = { lookedAt: 1_000, written: 500 }

/** What is gone through, some in each round. */
export type EvaluationWalks = { ended: Walk; notBegun: Walk }
export const evaluationWalks = (): EvaluationWalks => ({
  ended: endedShiftsWalk(),
  notBegun: new Walk(AT_ONCE.lookedAt),
})

/**
 * Run by the worker: opens evaluations of past shifts if the school evaluates each shift, of those who came and are still there, voids those
 * that no one can write, sends reminders of overdue
 * ones, verifies acknowledged ones if the school allows it, and locks what is settled after 14 days, now or at a given time. Returns how
 * many it opened.
 */
export async function runDueEvaluationWork(tx: Tx, now?: string, walks = evaluationWalks()): Promise<number> {
  const at = now ? sql`${now}::timestamptz` : sql`now()`
  const opened = await open(tx, await endedShifts(tx, walks.ended, at))
  await voidOfAbsent(tx, walks.notBegun)
  await voidOfLeft(tx)
  await remind(tx, at)
  await verify(tx)
  await lock(tx, at)
  return opened
}

async function open(tx: Tx, ended: readonly string[]): Promise<number> {
  if (ended.length === 0) return 0
  const { rows } = await sql<{ shift_id: string; evaluator_id: string; students: number; facts: ShiftFacts }>`
    with made as (
      insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, due_at)
      select gen_random_uuid(), s.school_id, a.student_id, s.proctor_id, 'shift', s.id, s.semester_id, 'shift', i.id, i.latest_version, 'assigned',
        s.ends_at + make_interval(days => app.school_setting(s.school_id, 'evaluation_due_days')::integer)
      from public.school_instruments c join public.evaluation_instruments i on i.id = c.instrument_id
      join public.shifts s on s.school_id = c.school_id and s.id = any (${ended}::uuid[]) and s.status = 'completed' and s.proctor_id is not null
      join public.assignments a on a.shift_id = s.id and a.school_id = s.school_id and a.status in ${listed(presentSeats)}
      join public.users p on p.id = s.proctor_id and p.role = 'proctor' and p.status = 'active' and p.linked_school_id = s.school_id
      join public.users u on u.id = a.student_id and u.role = 'student' and u.status = 'active' and u.linked_school_id = s.school_id
      where c.time = 'shift' and not exists (select from public.evaluations e where e.shift_id = s.id and e.student_id = a.student_id
        and e.evaluator_id = s.proctor_id and e.kind = 'shift' and ${isNotVoidedHere})
      on conflict do nothing returning shift_id, evaluator_id),
    by_shift as (select m.shift_id, m.evaluator_id, count(*)::integer as students from made m group by 1, 2)
    select b.*, app.shift_facts(s) as facts from by_shift b join public.shifts s on s.id = b.shift_id`.execute(
    tx,
  )
  await notifyPeople(
    tx,
    rows.map(({ shift_id, evaluator_id, students, facts }) => ({
      to: [evaluator_id],
      type: 'evaluation',
      url: `/shift/${shift_id}`,
      key: `evaluations of ${shift_id} due`,
      ...notification(notificationTexts, 'evaluation.due', { ...facts, students }),
    })),
  )
  return rows.reduce((sum, { students }) => sum + students, 0)
}

/** Voids evaluations that no one has begun of students who were marked absent since; they are opened again if that is taken back. */
async function voidOfAbsent(tx: Tx, walk: Walk): Promise<void> {
  const isNotBegun = sql`e.status in ('assigned', 'overdue') and e.kind = 'shift'`
  const { rows } = await sql<Stop>`
    select e.id, e.due_at::text as at from public.evaluations e where ${isNotBegun} and e.due_at is not null ${walk.next(sql`e.due_at`, sql`e.id`)}`.execute(
    tx,
  )
  walk.pass(rows)
  if (rows.length > 0)
    await sql`
      update public.evaluations e set status = 'voided', void_reason = ${'evaluation.student_absent' satisfies AutomaticReason}
      where e.id = any (${rows.map(({ id }) => id)}::uuid[]) and ${isNotBegun} and exists (select from public.assignments a where a.shift_id = e.shift_id
        and a.school_id = e.school_id and a.student_id = e.student_id and a.status in ${listed(absentSeats)})`.execute(
      tx,
    )
}

/**
 * Voids evaluations that no one has begun of instructors who left, so that they don't stay overdue; the school is notified of midterms and
 * finals, which it assigns to another instructor.
 */
async function voidOfLeft(tx: Tx): Promise<void> {
  const isOfSchool = sql`e.status in ('assigned', 'overdue') and e.project_id is null`
  const { rows } = await sql<{ school_id: string; students: number; newest: string; admins: string[] }>`
    with leavers as materialized (
      select e.evaluator_id, e.school_id from public.evaluations e where ${isOfSchool} group by 1, 2
      having not exists (select from public.users u
        where u.id = e.evaluator_id and u.role = 'proctor' and u.status = 'active' and u.linked_school_id = e.school_id)),
    gone as (
      update public.evaluations e set status = 'voided', void_reason = ${'evaluation.instructor_left' satisfies AutomaticReason}
      from leavers l where l.evaluator_id = e.evaluator_id and l.school_id = e.school_id and ${isOfSchool}
      returning e.id, e.school_id, e.kind)
    select g.school_id, count(*)::integer as students, max(g.id::text) as newest, array(select a.id from public.users a
      where a.linked_school_id = g.school_id and a.status = 'active' and a.role in ('school_admin', 'school_super_admin')) as admins
    from gone g where g.kind <> 'shift' group by 1`.execute(tx)
  await notifyPeople(
    tx,
    rows.map(({ admins, students, newest }) => ({
      to: admins,
      type: 'evaluation',
      url: '/admin/evaluation-verification?show=assign',
      key: `evaluations without an instructor ${newest}`,
      ...notification(notificationTexts, 'evaluation.instructor_left', { students }),
    })),
  )
}

/** Marks overdue evaluations, and reminds each person of all of theirs at once until four days after the due date. */
async function remind(tx: Tx, at: RawBuilder<unknown>): Promise<void> {
  await sql`update public.evaluations e set status = 'overdue' where e.id = any (${some(sql`e.status = 'assigned' and e.due_at <= ${at}`, sql`e.due_at`)})`.execute(
    tx,
  )
  const { rows } = await sql<{ evaluator_id: string | null; students: number; newest: string }>`
    select e.evaluator_id, count(*)::integer as students, max(e.due_at)::text as newest from public.evaluations e
    where e.status in ('assigned', 'overdue', 'draft', 'returned') and e.due_at <= ${at} and e.due_at > ${at} - interval '4 days'
    group by e.evaluator_id`.execute(tx)
  await notifyPeople(
    tx,
    rows.map(({ evaluator_id, students, newest }) => ({
      to: [evaluator_id],
      type: 'evaluation',
      url: '/proctor/dashboard',
      // Again when a later one becomes overdue, but not when one is submitted.
      key: `evaluations overdue ${newest}`,
      ...notification(notificationTexts, 'evaluation.overdue', { students }),
    })),
  )
}

/** If the school allows it, verifies acknowledged evaluations whose checks all passed, in two transitions that are both recorded. */
async function verify(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id from public.schools c where app.school_setting(c.id, 'evaluation_auto_verify')::boolean`.execute(
    tx,
  )
  const schools = rows.map(({ id }) => id)
  for (const [from, to] of [
    ['acknowledged', 'under_verification'],
    ['under_verification', 'verified'],
  ] as const)
    await sql`
      update public.evaluations e set status = ${to} where e.id = any (${some(
        sql`e.school_id = any (${schools}::uuid[]) and e.status = ${sql.lit(from)} and e.failed_checks = '{}'`,
        sql`e.school_id`,
      )})`.execute(tx)
}

/**
 * Locks after 14 days. What failed a check stays in the queue until the school has decided, and so does the evaluation of a
 * project, which completes only with a verified final: once locked, no one could return, void or verify them.
 */
const lock = (tx: Tx, at: RawBuilder<unknown>) =>
  sql`
    update public.evaluations e set status = 'locked' where e.id = any (${some(
      sql`e.status in ('submitted', 'acknowledged', 'verified') and e.submitted_at <= ${at} - interval '14 days'
        and (e.status = 'verified' or e.project_id is null and e.failed_checks = '{}')`,
      sql`e.submitted_at`,
    )})`.execute(tx)

/** The ids of the first evaluations e of which this is true; the next round continues. Skips those that someone is changing. */
const some = (isDue: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`array(select e.id from public.evaluations e where ${isDue} order by ${order} limit ${sql.lit(AT_ONCE.written)} for no key update skip locked)`
