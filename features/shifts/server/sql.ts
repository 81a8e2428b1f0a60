import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import { shiftTextNames } from '#core/shift-texts.ts'
import { groupNotifications as groupUnder } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { notReached } from '#platform/server/time-left.ts'
import { notification } from '#core/notification-texts.ts'
import { wordsOf as sentenceOf } from '#core/refusal.ts'
import { type GroupedAction, notificationTexts, shiftRefusals } from '../messages.ts'
import { type LimitFacts, limitsFrom, publishRefusal } from '../rules.ts'
import { holdShifts } from './commands/hold-units.ts'
import type { Locked } from './commands/lock-shift.ts'
import { idsByWords, latestByWords, namedLike } from './queries/find-by-words.ts'
import { namesOfLeaders, needsInstructorIn } from './queries/in-sql.ts'
import { COUNTED_TO, type Outcome, type ShiftDetail, type ShiftFilter, type ShiftRow } from '../contract.ts'

/** The columns of a row of the list, of shifts named x joined as in `joins`. */
export const shiftColumns = sql`x.id, x.school_id, c.name as school_name, x.semester_id, x.title, x.course_code, x.date, to_char(x.start_time, 'HH24:MI') as start_time,
  to_char(x.end_time, 'HH24:MI') as end_time, x.time_zone, x.starts_at, x.ends_at, x.facility_id, f.name as unit_name, f.parent_id as site_id, p.name as site_name,
  x.specialty, x.experience_type, x.status, x.capacity, x.approved_capacity, x.seats, x.seats_limit, x.seats_taken, x.waiting, x.min_to_run, x.proctor_id,
  app.name_of_proctor(x.proctor_id) as proctor_name, x.preceptor_id, app.name_of_proctor(x.preceptor_id) as preceptor_name,
  x.more_proctor_ids, case when x.more_proctor_ids <> '{}' then ${namesOfLeaders(sql`x.more_proctor_ids`)} else '{}' end as more_proctor_names, x.more_preceptor_ids, case when x.more_preceptor_ids <> '{}' then ${namesOfLeaders(sql`x.more_preceptor_ids`)} else '{}' end as more_preceptor_names, x.series_id, x.signup_mode,
  x.respond_by, x.change is not null as has_change, m.id as my_assignment_id, m.status as my_status, x.version,
  (select count(*)::int from public.seat_clearances q where q.shift_id = x.id and q.status = 'not_cleared' and q.computed_on < 'infinity') as not_cleared`
export const shiftJoins = sql`join public.schools c on c.id = x.school_id left join public.facilities f on f.id = x.facility_id
  left join public.facilities p on p.id = f.parent_id
  left join app.my_seats() m on m.shift_id = x.id`

/** Each so that an index can give it: everything of a school or a facility is together, by day. */
const orders = {
  date: (dir: RawBuilder<unknown>) => sql`x.date ${dir}, x.starts_at ${dir}, x.id`,
  status: (dir: RawBuilder<unknown>) => sql`x.status ${dir}, x.date ${dir}, x.starts_at ${dir}, x.id ${dir}`,
  unit: (dir: RawBuilder<unknown>) => sql`f.name ${dir}, f.id ${dir}, x.date, x.starts_at, x.id`,
  school: (dir: RawBuilder<unknown>) => sql`c.name ${dir}, c.id ${dir}, x.date, x.starts_at, x.id`,
  seats: (dir: RawBuilder<unknown>) =>
    sql`coalesce(x.seats, x.capacity) - x.seats_taken ${dir}, x.date, x.starts_at, x.id`,
} satisfies Record<ShiftFilter['sort'], unknown>

/**
 * Where the shifts lie that a role may see at all. The policies decide which of them; this says it so that one index finds
 * them, which no plan does for policies joined by "or".
 */
function within(role: Role): RawBuilder<unknown> {
  if (role === 'superadmin') return sql`true`
  if (role === 'facility_admin')
    return sql`x.facility_id = any (array(select app.facility_scope((select app.facility_id()))))`
  return sql`x.school_id = (select app.school_id())`
}

/** Does a superadmin ask for the shifts of no one school and no one facility? */
export const isNationwide = (
  filter: Pick<ShiftFilter, 'school_id' | 'semester_id' | 'facility_id' | 'here'>,
  role: Role,
): boolean =>
  role === 'superadmin' && !filter.school_id && !filter.semester_id && !filter.facility_id && !filter.here

/** A request that waits for the facility's answer, or a change that the school asks it for. */
export const inInbox = sql`x.starts_at > now()
  and (x.status = 'pending_facility' or (x.change is not null and x.status in ('approved', 'published', 'full') and x.change ->> 'party' = 'school'))`

/** Only the conditions that are asked for: a plan made for all of them at once would fit none. */
export function conditions(
  filter: Omit<ShiftFilter, 'sort' | 'dir'>,
  role: Role,
  words: Words | null,
): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [within(role)]
  if (filter.school_id) all.push(sql`x.school_id = ${filter.school_id}::uuid`)
  if (filter.semester_id) all.push(sql`x.semester_id = ${filter.semester_id}::uuid`)
  if (filter.facility_id)
    all.push(sql`x.facility_id = any (array(select app.facility_scope(${filter.facility_id}::uuid)))`)
  if (filter.here)
    all.push(sql`x.facility_id = any (array(select app.facility_scope((select app.selected_facility_id()))))`)
  if (filter.from) all.push(sql`x.date >= ${filter.from}::date`)
  if (filter.to) all.push(sql`x.date <= ${filter.to}::date`)
  // One state by itself: an index then gives the nation's in the order of the list, and no more are read than are shown.
  if (filter.status.length === 1) all.push(sql`x.status = ${filter.status[0]}`)
  else if (filter.status.length) all.push(sql`x.status = any (${filter.status}::text[])`)
  if (filter.specialty) all.push(sql`x.specialty = ${filter.specialty}`)
  if (filter.proctor_id) all.push(sql`${filter.proctor_id}::uuid = any (app.instructors_of(x))`)
  if (filter.cohort_id) all.push(sql`(x.cohort_ids = '{}' or ${filter.cohort_id}::uuid = any (x.cohort_ids))`)
  if (filter.series_id) all.push(sql`x.series_id = ${filter.series_id}::uuid`)
  if (filter.mine)
    all.push(
      sql`(x.id in (select app.led_shift_ids()) or x.id in (select app.precepted_shifts()) or x.id in (select app.my_shift_ids()))`,
    )
  if (filter.needs === 'answer') all.push(sql`x.status = 'pending_facility'`)
  if (filter.needs === 'inbox') all.push(inInbox)
  if (filter.needs === 'reply') all.push(sql`x.status in ('needs_info', 'countered')`)
  if (filter.needs === 'instructor')
    all.push(
      sql`x.status in ('approved', 'published', 'full') and x.starts_at > now() and ${needsInstructorIn(sql`x`)}`,
    )
  if (filter.needs === 'publishing') all.push(sql`x.status = 'approved'`)
  if (filter.needs === 'students')
    all.push(
      sql`x.status = 'published' and x.starts_at > now() and x.seats_taken < greatest(x.min_to_run, 1)`,
    )
  if (words)
    all.push(
      words.ids
        ? sql`x.id = any (array(${words.ids}))`
        : sql`(x.title ilike any (${words.like}) or x.course_code ilike any (${words.like}) or f.name ilike any (${words.like}) or p.name ilike any (${words.like}) or c.name ilike any (${words.like}))`,
    )
  return sql.join(all, sql` and `)
}

/** Of all the nation's shifts with some words so many are found and counted. */
const FOUND_TO = 1_000
/** Words that are looked for. In all the nation's shifts an index finds them, unless they are in so many that the first come soon. */
type Words = { like: string[]; ids?: RawBuilder<unknown>; count: number }

export async function soughtWords(
  tx: Tx,
  role: Role,
  filter: Omit<ShiftFilter, 'sort' | 'dir'>,
): Promise<Words | null> {
  const { q, from = null, to = null } = filter
  if (!q) return null
  if (!isNationwide(filter, role)) return { like: [containing(q)], count: 0 }
  const sought = { ...(await namedLike(tx, q)), from, to }
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${idsByWords(sought, FOUND_TO + 1)}) found`.execute(tx)
  const { count: found } = rows[0]!
  if (found <= FOUND_TO) return { like: sought.like, ids: idsByWords(sought, FOUND_TO), count: found }
  // Words in so many shifts are met soon in the order of the list; PostgreSQL, which may not look at its statistics of them here, would read all.
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx)
  return { like: sought.like, count: found }
}

type Page = { limit: number; offset: number }

export async function list(
  tx: Tx,
  role: Role,
  filter: ShiftFilter,
  page: Page,
): Promise<{ rows: ShiftRow[]; total: number; is_more: boolean }> {
  const words = await soughtWords(tx, role, filter)
  const where = conditions(filter, role, words)
  const order = orders[filter.sort](sql.raw(filter.dir))
  const rows =
    filter.sort === 'unit' && isNationwide(filter, role)
      ? await byFacility(tx, where, filter.dir, page)
      : await rowsOf(tx, where, order, page)
  const isWhole = page.offset === 0 && rows.length < page.limit
  if (words && isNationwide(filter, role) && hasOnlyWords(filter))
    return { rows, total: Math.min(words.count, FOUND_TO), is_more: words.count > FOUND_TO }
  const total = isWhole ? rows.length : await count(tx, where)
  return { rows, total: Math.min(total, COUNTED_TO), is_more: total > COUNTED_TO }
}

/**
 * The same for the search in the bar, which shows the latest few: of all the nation's shifts those alone are looked for, since to count
 * what else there is reads thousands.
 */
export async function listInPassing(
  tx: Tx,
  role: Role,
  filter: ShiftFilter,
  page: Page,
): Promise<{ rows: ShiftRow[]; total: number; is_more: boolean }> {
  const { q, from, to, sort, dir } = filter
  const isLatest = sort === 'date' && dir === 'desc' && !from && !to && page.offset === 0
  if (!q || !isLatest || !isNationwide(filter, role) || !hasOnlyWords(filter))
    return list(tx, role, filter, page)
  const ids = await latestByWords(tx, q, page.limit)
  const rows = await rowsOf(tx, sql`x.id = any (${ids}::uuid[])`, orders.date(sql.raw(dir)), page)
  return { rows, total: rows.length, is_more: rows.length === page.limit }
}

/** Is nothing asked for but words, and days? */
const hasOnlyWords = ({
  q: _q,
  sort: _sort,
  dir: _dir,
  from: _from,
  to: _to,
  ...others
}: ShiftFilter): boolean =>
  Object.values(others).every((value) => !value || (Array.isArray(value) && value.length === 0))

async function rowsOf(
  tx: Tx,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { limit, offset }: Page,
): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select ${shiftColumns} from public.shifts x ${shiftJoins} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(
    tx,
  )
  return rows
}

/** These shifts, as far as the asker sees them. */
export const rowsByIds = (tx: Tx, ids: readonly string[]): Promise<ShiftRow[]> =>
  rowsOf(tx, sql`x.id = any (${ids}::uuid[])`, sql`x.date, x.starts_at, x.id`, {
    limit: ids.length,
    offset: 0,
  })

/** The nation's shifts by unit: those at one, found by its name, and those on campus, which stand at the end where nulls do. */
async function byFacility(
  tx: Tx,
  where: RawBuilder<unknown>,
  dir: ShiftFilter['dir'],
  { limit, offset }: Page,
): Promise<ShiftRow[]> {
  const placed = { where: sql`${where} and f.id is not null`, order: orders.unit(sql.raw(dir)) }
  const onCampus = { where: sql`${where} and x.facility_id is null`, order: orders.date(sql`asc`) }
  const rows: ShiftRow[] = []
  let skipped = offset
  for (const part of dir === 'asc' ? [placed, onCampus] : [onCampus, placed]) {
    const found = await rowsOf(tx, part.where, part.order, { limit: limit - rows.length, offset: skipped })
    rows.push(...found)
    if (rows.length === limit) break
    if (skipped > 0) skipped = found.length > 0 ? 0 : skipped - (await count(tx, part.where))
  }
  return rows
}

/** So many rows of an export are read in one transaction. */
export const EXPORT_PAGE = 2000

/** The shifts of a filter by day, those behind a row; empty at the end. */
export async function listAfter(
  tx: Tx,
  role: Role,
  filter: Omit<ShiftFilter, 'sort' | 'dir'>,
  after: ShiftRow | undefined,
): Promise<ShiftRow[]> {
  const behind = after
    ? sql`(x.date, x.starts_at, x.id) > (${after.date}::date, ${after.starts_at}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const where = conditions(filter, role, await soughtWords(tx, role, filter))
  return rowsOf(tx, sql`${where} and ${behind}`, sql`x.date, x.starts_at, x.id`, {
    limit: EXPORT_PAGE,
    offset: 0,
  })
}

async function count(tx: Tx, where: RawBuilder<unknown>): Promise<number> {
  // In an order that an index gives, so that of very many no more are read than are counted.
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from public.shifts x join public.schools c on c.id = x.school_id
      left join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id where ${where}
      order by x.date, x.starts_at, x.id limit ${COUNTED_TO + 1}) counted`.execute(tx)
  return rows[0]!.count
}

type ReadDetail = Omit<ShiftDetail, 'limits' | 'publish_blocker'> & {
  limits: LimitFacts | null
  /** The school publishes shifts whose instructor is to be named. */
  names_later: boolean
}

const texts = sql.join(shiftTextNames.map((name) => sql.ref(`x.${name}`)))

export async function findById(tx: Tx, id: string): Promise<ShiftDetail | undefined> {
  const { rows } = await sql<ReadDetail>`
    select ${shiftColumns}, t.semester as semester_name, o.name as organization_name,
      coalesce(t.cohorts, '[]') as cohorts,
      x.objectives, x.break_min, x.conference_min, x.credited_hours::float8 as credited_hours, x.credited_hours_override::float8 as credited_hours_override,
      ${texts}, app.school_setting(x.school_id, 'credit_rule') as credit_rule, x.signup_policy, x.signup_opens_at, x.signup_closes_at, x.drop_cutoff_at,
      case when st.id is not null then jsonb_build_object('address', st.address, 'parking_notes', st.parking_notes, 'arrival_instructions', st.arrival_instructions,
        'badge_instructions', st.badge_instructions, 'dress_code', st.dress_code, 'emergency_contact', st.emergency_contact) end as arrival,
      x.submitted_at, x.decided_at, x.decision_code, x.cancel_code, x.status_reason, x.lead_time_reason,
      x.counter || jsonb_build_object('unit_label', (select u.name || coalesce(', ' || v.name, '') from public.facilities u left join public.facilities v on v.id = u.parent_id
        where u.id = (x.counter ->> 'facility_id')::uuid)) as counter,
      x.change || jsonb_build_object('unit_label', (select u.name || coalesce(', ' || v.name, '') from public.facilities u left join public.facilities v on v.id = u.parent_id
        where u.id = (x.change ->> 'facility_id')::uuid)) as change,
      x.published_at, x.instructor_to_be_named, x.copied_from_shift_id, x.is_series_exception, x.created_at, x.updated_at, app.shift_party(x) as party,
      case when app.shift_party(x) is not null then app.limits_of_plan(x.id, '{}') end as limits,
      app.school_setting(x.school_id, 'publish_without_instructor')::boolean as names_later
    from public.shifts x ${shiftJoins}
    join lateral app.names_of_plan(x.id) t on true
    left join public.facilities o on o.id = p.parent_id left join public.sites st on st.id = p.id
    where x.id = ${id}::uuid`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { limits: counted, names_later: schoolAllows, ...shift } = row
  const refused = publishRefusal(shift, { now: new Date().toISOString(), schoolAllows, toBeNamed: false })
  return {
    ...shift,
    limits: counted ? limitsFrom(counted) : [],
    publish_blocker: refused && sentenceOf(shiftRefusals, refused),
  }
}

/** The shifts of a series that a change reaches: itself, with those that follow, or all that may still be changed. */
export async function ofSeries(
  tx: Tx,
  id: string,
  scope: 'one' | 'following' | 'all',
): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select y.id, y.version from public.shifts x join public.shifts y on y.series_id = x.series_id and y.school_id = x.school_id
    where x.id = ${id}::uuid and (y.id = x.id or (${scope} <> 'one' and not y.is_series_exception and y.starts_at > now() and (${scope} = 'all' or y.date >= x.date)))
    order by y.date, y.starts_at, y.id`.execute(tx)
  return rows
}

/** What a command does in a transaction; returns the new version. */
export type Command = (tx: Tx) => Promise<{ version: number }>
/**
 * One command on each of several, each by itself: what is refused is said, and the others go through. `stopsWhen` says that the rest
 * is left for another time.
 */
export async function runEach(
  tx: Tx,
  shifts: readonly Locked[],
  command: (shift: Locked) => Command,
  wordsOf: (error: unknown) => Pick<Outcome, 'message' | 'reason'>,
  stopsWhen: () => boolean = () => false,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  if (shifts.length > 1)
    await holdShifts(
      tx,
      shifts.map(({ id }) => id),
    )
  for (const shift of shifts) {
    if (outcomes.length > 0 && stopsWhen()) {
      outcomes.push({ id: shift.id, ok: false, ...notReached })
      continue
    }
    await sql`savepoint one_shift`.execute(tx)
    try {
      await command(shift)(tx)
      await sql`release savepoint one_shift`.execute(tx)
      outcomes.push({ id: shift.id, ok: true, message: null, reason: null })
    } catch (error) {
      const refusal = wordsOf(error)
      await sql`rollback to savepoint one_shift`.execute(tx)
      outcomes.push({ id: shift.id, ok: false, ...refusal })
    }
  }
  return outcomes
}

/** The notifications of this transaction become one for each person, with those of the same key before. */
export async function groupNotifications(tx: Tx, key: string, action: GroupedAction): Promise<void> {
  const { code, values } = notification(notificationTexts, 'shift.bulk', { action })
  await groupUnder(tx, key, { code, values })
}

/** A shift as a row of a job: what it is called by day, hours and unit. */
export type BulkRow = { id: string; version: number; label: string; facility_id: string | null }
const bulkColumns = sql`x.id, x.version, x.facility_id, to_char(x.date, 'FMDay, FMMonth FMDD') || ', ' || to_char(x.start_time, 'FMHH12:MI AM') || '–' || to_char(x.end_time, 'FMHH12:MI AM') || case when x.end_time <= x.start_time then ' next day' else '' end || ', ' || coalesce(f.name || coalesce(', ' || p.name, ''), 'on campus')
  || coalesce(' · ' || x.title, '') as label`

/** The shifts of a filter, by day; one more than `most` says that there are more. */
export async function bulkOfFilter(
  tx: Tx,
  role: Role,
  filter: Omit<ShiftFilter, 'sort' | 'dir'>,
  most: number,
): Promise<BulkRow[]> {
  const where = conditions(filter, role, await soughtWords(tx, role, filter))
  const { rows } = await sql<BulkRow>`
    select ${bulkColumns} from public.shifts x join public.schools c on c.id = x.school_id left join public.facilities f on f.id = x.facility_id
      left join public.facilities p on p.id = f.parent_id where ${where} order by x.date, x.starts_at, x.id limit ${most + 1}`.execute(
    tx,
  )
  return rows
}

/** These shifts, as far as the asker sees them, in the versions that they saw. */
export async function bulkOfIds(tx: Tx, shifts: readonly Locked[]): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select ${bulkColumns} from public.shifts x left join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id
    where x.id = any (${shifts.map(({ id }) => id)}::uuid[]) order by x.date, x.starts_at, x.id`.execute(tx)
  const seen = new Map(shifts.map(({ id, version }) => [id, version]))
  return rows.map((row) => ({ ...row, version: seen.get(row.id)! }))
}

/** The rows of a dry run that would go through; the asker sees their own jobs and those of their school or facility alone. */
export async function bulkOfTrial(tx: Tx, jobId: string): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select (i.input ->> 'id')::uuid as id, (i.input ->> 'version')::integer as version, i.label, (i.input ->> 'facility_id')::uuid as facility_id
    from public.job_items i join public.jobs j on j.id = i.job_id
    where j.id = ${jobId}::uuid and j.asked_by = (select app.uid()) and j.status = 'done' and i.status = 'done' order by i.position`.execute(
    tx,
  )
  return rows
}

export type ShiftSummary = {
  by_status: Record<string, number>
  needs_answer: number
  needs_reply: number
  needs_instructor: number
  needs_publishing: number
  needs_students: number
  today: number
  next_seven_days: number
  free_seats: number
}

export async function summary(
  tx: Tx,
  role: Role,
  schoolId: string | null,
  semesterId: string | null,
): Promise<ShiftSummary> {
  const { rows } = await sql<ShiftSummary>`
    with mine as materialized (
      select x.status, x.date, x.starts_at, x.proctor_id, x.preceptor_id, x.experience_type, x.seats, x.seats_taken, x.min_to_run, x.time_zone from public.shifts x
      where ${within(role)} and (${schoolId}::uuid is null or x.school_id = ${schoolId}::uuid) and (${semesterId}::uuid is null or x.semester_id = ${semesterId}::uuid))
    select coalesce((select jsonb_object_agg(s.status, s.n) from (select m.status, count(*) as n from mine m group by 1) s), '{}') as by_status,
      count(*) filter (where m.status = 'pending_facility')::integer as needs_answer,
      count(*) filter (where m.status in ('needs_info', 'countered'))::integer as needs_reply,
      count(*) filter (where m.status in ('approved', 'published', 'full') and m.starts_at > now()
        and ${needsInstructorIn(sql`m`)})::integer as needs_instructor,
      count(*) filter (where m.status = 'approved')::integer as needs_publishing,
      count(*) filter (where m.status = 'published' and m.starts_at > now() and m.seats_taken < greatest(m.min_to_run, 1))::integer as needs_students,
      count(*) filter (where m.status in ('published', 'full', 'in_progress', 'completed') and m.date = (now() at time zone m.time_zone)::date)::integer as today,
      count(*) filter (where m.status in ('published', 'full') and m.starts_at > now() and m.date < (now() at time zone m.time_zone)::date + 7)::integer as next_seven_days,
      coalesce(sum(m.seats - m.seats_taken) filter (where m.status = 'published' and m.starts_at > now()), 0)::integer as free_seats
    from mine m`.execute(tx)
  return rows[0]!
}
