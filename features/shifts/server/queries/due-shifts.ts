import { type RawBuilder, sql } from 'kysely'
import { undecidedStates, upcomingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { Stop, Walk } from '#platform/server/walk.ts'
import { isLockedIn, needsInstructorIn } from './in-sql.ts'
import type { ExperienceType, ShiftStatus } from '../../contract.ts'
import type { SeatLimit } from '../../contract.ts'
import { withLimits } from './with-limits.ts'

/** A shift that is due for something; locked, and skipped if another process holds it. */
export type DueShift = {
  id: string
  version: number
  status: ShiftStatus
  date: string
  start_time: string
  end_time: string
  starts_at: string
  time_zone: string
  unit_name: string | null
  site_name: string | null
}

const columns = sql`x.id, x.version, x.status, x.date, to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time,
  x.starts_at, x.time_zone, f.name as unit_name, p.name as site_name`
const tables = sql`public.shifts x left join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id`

async function due<More = object>(
  tx: Tx,
  {
    more,
    joins,
    where,
    order,
    limit,
    next = sql`order by ${order} limit ${limit}`,
  }: {
    where: RawBuilder<unknown>
    more?: RawBuilder<unknown>
    joins?: RawBuilder<unknown>
  } & (
    | { order: RawBuilder<unknown>; limit: number; next?: undefined }
    | { order?: undefined; limit?: undefined; next: RawBuilder<unknown> }
  ),
): Promise<(DueShift & More)[]> {
  const { rows } = await sql<DueShift & More>`
    select ${columns}${more ? sql`, ${more}` : sql``} from ${tables} ${joins ?? sql``} where ${where} ${next}
    for no key update of x skip locked`.execute(tx)
  return rows
}

/** Requests whose deadline or start passed without an answer, and approved shifts that were never published. */
export function dueToExpire(tx: Tx, now: string) {
  const limit = 500
  const isLate = sql`x.status in ${listed(undecidedStates)} and x.respond_by <= ${now}::timestamptz`
  const hasBegun = sql`x.status in ('pending_facility', 'needs_info', 'approved') and x.starts_at <= ${now}::timestamptz`
  // Found first, each by its own index: both at once, in the order of ids, are looked for among all shifts.
  const found = sql`array((select x.id from public.shifts x where ${isLate} order by x.respond_by limit ${limit})
    union all (select x.id from public.shifts x where ${hasBegun} order by x.starts_at limit ${limit}))`
  return due(tx, {
    where: sql`x.id = any (${found}) and (${isLate} or ${hasBegun})`,
    order: sql`x.id`,
    limit,
  })
}

/**
 * Requests unanswered for three days, or due within one day, whose facility was not reminded of that; `sent` is when they were submitted.
 * They may wait for weeks: of those that are not due soon, the next ones of a walk.
 */
export async function dueToRemind(tx: Tx, now: string, walk: Walk) {
  const limit = 500
  const { rows: waiting } = await sql<Stop>`
    select x.id, x.submitted_at::text as at from public.shifts x where x.status = 'pending_facility'
      and x.submitted_at <= ${now}::timestamptz - interval '3 days' ${walk.next(sql`x.submitted_at`, sql`x.id`)}`.execute(
    tx,
  )
  const isSoon = sql`x.respond_by <= ${now}::timestamptz + interval '24 hours'`
  const isOld = sql`x.id = any (${waiting.map(({ id }) => id)}::uuid[])`
  const rows = await due<{ respond_by: string; sent: string; is_last: boolean }>(tx, {
    more: sql`x.respond_by, x.submitted_at::text as sent, ${isSoon} as is_last`,
    joins: sql`left join priv.request_reminders m on m.shift_id = x.id and m.submitted_at = x.submitted_at`,
    where: sql`x.status = 'pending_facility' and x.respond_by > ${now}::timestamptz and m.is_last is not true
      and (${isSoon} or ${isOld} and m.shift_id is null)`,
    order: sql`x.respond_by`,
    limit,
  })
  // Those beyond the limit are still to be reminded of.
  if (rows.length < limit) walk.pass(waiting)
  return rows
}

export type ReleasedShift = DueShift & {
  facility_id: string | null
  experience_type: ExperienceType
  proctor_id: string | null
  preceptor_id: string | null
  seats_taken: number
  drop_cutoff_h: number
  limits: SeatLimit[]
}

/**
 * Approved shifts of schools with automatic publishing, in active semesters whose release has come, that have their required leader:
 * the next ones of a walk, because those without room stay. Their units are locked until the transaction ends.
 */
export async function dueToRelease(tx: Tx, now: string, walk: Walk): Promise<ReleasedShift[]> {
  const rows = await due<Omit<ReleasedShift, keyof DueShift | 'limits'>>(tx, {
    more: sql`x.facility_id, x.experience_type, x.proctor_id, x.preceptor_id, x.seats_taken, coalesce((c.settings ->> 'drop_cutoff_h')::integer, 48) as drop_cutoff_h`,
    joins: sql`join public.semesters t on t.id = x.semester_id and t.school_id = x.school_id join public.schools c on c.id = x.school_id`,
    where: sql`x.status = 'approved' and x.starts_at > ${now}::timestamptz and coalesce((c.settings ->> 'autopublish')::boolean, false)
      and t.is_active and coalesce((t.settings ->> 'release_at')::timestamptz, '-infinity') <= ${now}::timestamptz
      and not ${needsInstructorIn(sql`x`)}`,
    next: walk.next(sql`x.starts_at`, sql`x.id`),
  })
  walk.pass(rows.map(({ id, starts_at: at }) => ({ id, at })))
  return withLimits(tx, rows)
}

/** Shifts whose scheduled sign-up opened within the last day and is not in their trail yet. */
export const dueToOpen = (tx: Tx, now: string) =>
  due(tx, {
    where: sql`x.status in ${listed(upcomingStates)} and x.signup_mode <> 'assigned' and x.signup_opens_at <= ${now}::timestamptz
      and x.signup_opens_at > greatest(x.published_at, ${now}::timestamptz - interval '1 day') and x.starts_at > ${now}::timestamptz
      and not exists (select 1 from public.shift_events e where e.shift_id = x.id and e.event = 'open_signup' and e.at >= x.signup_opens_at)`,
    order: sql`x.signup_opens_at, x.id`,
    limit: 2_000,
  })

/** Published shifts that should begin. */
export const dueToBegin = (tx: Tx, now: string) =>
  due(tx, {
    where: sql`x.status in ${listed(upcomingStates)} and x.starts_at <= ${now}::timestamptz`,
    order: sql`x.starts_at`,
    limit: 2_000,
  })

/** Shifts that ended at least 15 minutes ago. */
export const dueToComplete = (tx: Tx, now: string) =>
  due(tx, {
    where: sql`x.status = 'in_progress' and x.ends_at + interval '15 minutes' <= ${now}::timestamptz`,
    order: sql`x.ends_at`,
    limit: 2_000,
  })

/** Completed shifts of semesters whose hours are locked; found first by their index, as those that expire. */
export function dueToClose(tx: Tx, now: string) {
  const limit = 2_000
  const isCompleted = sql`x.status = 'completed'`
  const found = sql`array(select x.id from public.shifts x where ${isCompleted} and x.semester_id = any (array(select t.id
    from public.semesters t where ${isLockedIn(sql`t`, sql`${now}::timestamptz`)})) limit ${limit})`
  return due(tx, { where: sql`x.id = any (${found}) and ${isCompleted}`, order: sql`x.id`, limit })
}
