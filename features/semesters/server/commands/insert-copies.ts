import { sql } from 'kysely'
import { copiedShiftTexts } from '#core/shift-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { nthId } from '#platform/server/nth-id.ts'
import type { CopyOptions } from '../../contract.ts'
import type { PlannedCopy } from '../../rules/copying.ts'
import { type AlikeToCopy, runs } from '../queries/shifts-to-copy.ts'
import { AT_ONCE, discardCachedPlans } from './remove-drafts.ts'

/** A copy of a semester: its id, into which semester, by how many days, and what is copied. */
export type Copied = { id: string; targetId: string; delta: number; options: CopyOptions }

/**
 * Copies the planned shifts, all as drafts. Instants are computed again for the new date in the shift's own zone, so that clock changes
 * between the semesters don't move wall times.
 */
export async function insertCopies(
  tx: Tx,
  copy: Copied,
  planned: readonly PlannedCopy<AlikeToCopy>[],
): Promise<void> {
  const included = planned.filter((row) => row.included).map(({ shift }) => shift)
  if (copy.options.series) await insertSeries(tx, copy, idsOf(included))
  await discardCachedPlans(tx)
  for (const some of inBatches(included)) await insertSome(tx, copy, idsOf(some))
}

/** Groups of about AT_ONCE shifts. */
function inBatches(shifts: readonly AlikeToCopy[]): AlikeToCopy[][] {
  const batches: AlikeToCopy[][] = []
  let batch: AlikeToCopy[] = []
  let room = 0
  for (const alike of shifts) {
    if (room <= 0) {
      batch = []
      batches.push(batch)
      room = AT_ONCE
    }
    batch.push(alike)
    room -= alike.count
  }
  return batches
}

/** The ids as a PostgreSQL array literal; parsing ten thousand of them here would waste time. */
const idsOf = (shifts: readonly AlikeToCopy[]): string => `{${shifts.map(({ ids }) => ids).join(',')}}`

/** A time of the source shift, moved by days and at the same wall time in its zone. */
const movedTime = (column: string, days: number) =>
  sql`((x.${sql.ref(column)} at time zone x.time_zone) + make_interval(days => ${days}::integer)) at time zone x.time_zone`

/** A copied series gets its own id, so that changing it does not affect the source semester. */
const copiedSeries = (copyId: string) => nthId(sql`x.series_id`, copyId)

async function insertSeries(tx: Tx, copy: Copied, ids: string): Promise<void> {
  await sql`
    insert into public.shift_series (id, school_id, semester_id, pattern, created_by)
    select distinct on (x.series_id) ${copiedSeries(copy.id)}, x.school_id, ${copy.targetId}::uuid, r.pattern || jsonb_strip_nulls(jsonb_build_object(
        'from', (r.pattern ->> 'from')::date + ${copy.delta}::integer, 'to', (r.pattern ->> 'to')::date + ${copy.delta}::integer, 'skipped', '[]'::jsonb)), (select app.uid())
    from public.shifts x join public.shift_series r on r.id = x.series_id and r.school_id = x.school_id
    where x.id = any(${ids}::uuid[]) order by x.series_id`.execute(tx)
}

const textColumns = sql.join(copiedShiftTexts.map((name) => sql.ref(name)))

const copiedTexts = sql.join(copiedShiftTexts.map((name) => sql.ref(`x.${name}`)))

async function insertSome(tx: Tx, copy: Copied, ids: string): Promise<void> {
  const { options } = copy
  await sql`
    insert into public.shifts (school_id, semester_id, ${textColumns}, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id,
      specialty, experience_type, capacity, proctor_id, more_proctor_ids, series_id, status, copied_from_shift_id, copy_id, created_by, break_min,
      conference_min, min_to_run, objectives, signup_mode, signup_policy, signup_opens_at, signup_closes_at, cohort_ids)
    select x.school_id, ${copy.targetId}::uuid, ${copiedTexts}, x.date + ${copy.delta}::integer, x.start_time, x.end_time, x.time_zone,
      (x.date + ${copy.delta}::integer + x.start_time) at time zone x.time_zone,
      (x.date + ${copy.delta}::integer + case when x.end_time <= x.start_time then 1 else 0 end + x.end_time) at time zone x.time_zone,
      case when ${options.units} then x.facility_id end, x.specialty, x.experience_type,
      case when ${options.capacity} then x.capacity else 8 end,
      led.ids[1], coalesce(led.ids[2:], '{}'),
      case when ${options.series} then ${copiedSeries(copy.id)} end, 'draft', x.id, ${copy.id}::uuid, (select app.uid()), x.break_min,
      x.conference_min, x.min_to_run, x.objectives, x.signup_mode,
      case when w.closes > now() then x.signup_policy else 'first_come' end, w.opens, case when w.closes > now() then w.closes end,
      case when ${options.cohorts} and x.cohort_ids <> '{}' then array(select k.id from public.cohorts k where k.id = any (x.cohort_ids) and k.school_id = x.school_id
        and ${runs} and k.expected_graduation >= x.date + ${copy.delta}::integer order by array_position(x.cohort_ids, k.id)) else '{}' end
    from public.shifts x cross join lateral (select case when ${options.instructors} then array(select u.id
      from unnest(app.instructors_of(x)) with ordinality p (id, nth) join public.users u on u.id = p.id and u.status = 'active'
        and u.linked_school_id = x.school_id order by p.nth) end as ids) led
    cross join lateral (select ${movedTime('signup_opens_at', copy.delta)} as opens, ${movedTime('signup_closes_at', copy.delta)} as closes) w
    where x.id = any(${ids}::uuid[])`.execute(tx)
}
