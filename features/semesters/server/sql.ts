import { type RawBuilder, sql } from 'kysely'
import { copiedShiftTexts } from '#core/shift-texts.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { nthId } from '#platform/server/nth-id.ts'
import type { ChangedCopy, Holiday, SemesterFields, SkipReason } from '../contract.ts'
import type { PlannedCopy, ShiftToCopy } from '../rules.ts'

/** A row of public.semesters with what the rules need besides: the school's name and day, and its shifts counted. */
export type SemesterRecord = SemesterFields & {
  id: string
  school_id: string
  school_name: string
  time_zone: string
  /** Today in the school's zone. */
  today: string
  activated_at: string | null
  archived_at: string | null
  reopened_at: string | null
  reopened_by_name: string | null
  reopen_reason: string | null
  shift_count: number
  version: number
  created_at: string
  updated_at: string
}

const columns = sql`s.id, s.school_id, c.name as school_name, c.time_zone, (now() at time zone c.time_zone)::date as today,
  s.name, s.start_date, s.end_date, s.semester_type, s.academic_year, s.is_active,
  jsonb_build_object('holidays', '[]'::jsonb, 'breaks', '[]'::jsonb) || s.settings as settings,
  s.activated_at, s.archived_at, s.reopened_at, s.reopen_reason,
  (select u.full_name from public.users u where u.id = s.reopened_by) as reopened_by_name, s.version, s.created_at, s.updated_at,
  (select count(*) from public.shifts x where x.semester_id = s.id and x.school_id = s.school_id) as shift_count`

/** The semesters the asker may see, of one school or of all; through the specification's procedure for one school. */
export async function list(tx: Tx, schoolId: string | undefined): Promise<SemesterRecord[]> {
  const source = schoolId
    ? sql`public.api_list_semesters(${schoolId}::uuid, app.uid(), app.role())`
    : sql`public.semesters`
  const { rows } = await sql<SemesterRecord>`
    select ${columns} from ${source} s join public.schools c on c.id = s.school_id
    order by s.start_date desc, s.name`.execute(tx)
  return rows
}

export async function findCurrent(tx: Tx, schoolId: string): Promise<SemesterRecord | undefined> {
  const { rows } = await sql<SemesterRecord>`
    select ${columns} from public.api_get_current_semester(${schoolId}::uuid, app.uid(), app.role()) s
    join public.schools c on c.id = s.school_id`.execute(tx)
  return rows[0]
}

export async function findById(tx: Tx, id: string): Promise<SemesterRecord | undefined> {
  const { rows } = await sql<SemesterRecord>`
    select ${columns} from public.semesters s join public.schools c on c.id = s.school_id where s.id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** The same row, held until the transaction ends: no one changes a semester while it is being judged. */
export async function lockById(tx: Tx, id: string): Promise<SemesterRecord | undefined> {
  await sql`select 1 from public.semesters where id = ${id} for update`.execute(tx)
  return findById(tx, id)
}

/** The semesters of these ids, in their order. */
export async function listByIds(tx: Tx, ids: readonly string[]): Promise<SemesterRecord[]> {
  const { rows } = await sql<SemesterRecord>`
    select ${columns} from public.semesters s join public.schools c on c.id = s.school_id where s.id = any (${ids}::uuid[])
    order by array_position(${ids}::uuid[], s.id)`.execute(tx)
  return rows
}

/** A school's zone; undefined for a school that the asker does not administer. */
export async function zoneOf(tx: Tx, schoolId: string): Promise<string | undefined> {
  const { rows } = await sql<{ time_zone: string }>`
    select time_zone from public.schools where id = ${schoolId} and (select app.administers_school(id))`.execute(
    tx,
  )
  return rows[0]?.time_zone
}

export async function countShifts(tx: Tx, id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from public.shifts where semester_id = ${id} group by status`.execute(tx)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export async function holidaysBetween(tx: Tx, from: string, to: string): Promise<Holiday[]> {
  const { rows } = await sql<Holiday>`
    select date, name from public.holidays where date between ${from}::date and ${to}::date order by date, name`.execute(
    tx,
  )
  return rows
}

/** Inserts through api_create_semester; the id is the caller's choice. */
export async function create(
  tx: Tx,
  semester: SemesterFields & { id: string; school_id: string },
): Promise<void> {
  await sql`select public.api_create_semester(${semester.school_id}::uuid, ${semester.name}, ${semester.start_date}::date,
    ${semester.end_date}::date, ${semester.semester_type}, ${semester.academic_year}, ${semester.is_active},
    ${JSON.stringify(semester.settings)}::jsonb, app.uid(), app.role(), ${semester.id}::uuid)`.execute(tx)
}

/** Changes through api_update_semester; false when the version is no longer the current one. */
export async function update(
  tx: Tx,
  semester: SemesterFields & { id: string; version: number },
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from public.api_update_semester(${semester.id}::uuid, ${semester.name}, ${semester.start_date}::date,
    ${semester.end_date}::date, ${semester.semester_type}, ${semester.academic_year}, ${semester.is_active},
    ${JSON.stringify(semester.settings)}::jsonb, app.uid(), app.role(), ${semester.version}::integer)`.execute(
      tx,
    )
  return rows.length === 1
}

/** Deletes a semester and the drafts in it; returns how many drafts went with it. */
export async function remove(tx: Tx, id: string): Promise<number> {
  const removed = await removeDrafts(tx, sql`semester_id = ${id}`)
  await tx.deleteFrom('semesters').where('id', '=', id).execute()
  return removed
}

/** So many rows a statement: each stays well within the time that one statement has, also on a machine that is slow and busy. */
const AT_ONCE = 500

/** Deletes the drafts among some shifts; returns how many. */
async function removeDrafts(tx: Tx, which: RawBuilder<unknown>): Promise<number> {
  await planAnew(tx)
  for (let removed = 0; ;) {
    const { numAffectedRows } = await sql`delete from public.shifts where id in
      (select id from public.shifts where ${which} and status = 'draft' limit ${AT_ONCE})`.execute(tx)
    const some = Number(numAffectedRows ?? 0)
    removed += some
    if (some < AT_ONCE) return removed
  }
}

/**
 * Forgets the plans of this connection before many rows change. Keys are checked row by row with a plan that PostgreSQL
 * keeps; one made while the table was nearly empty would read the whole table for each of ten thousand rows.
 */
async function planAnew(tx: Tx): Promise<void> {
  await sql`discard plans`.execute(tx)
}

export async function setArchived(tx: Tx, id: string, isArchived: boolean): Promise<void> {
  await tx
    .updateTable('semesters')
    .set({ archived_at: isArchived ? sql<string>`now()` : null, ...(isArchived ? { is_active: false } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Opens a closed one again; the database looks once more who asks. False when the version is no longer the current one. */
export async function reopen(tx: Tx, { id, version, reason }: Locked & { reason: string }): Promise<boolean> {
  await giveReason(tx, reason.trim())
  const { numUpdatedRows } = await tx
    .updateTable('semesters')
    .set({ reopened_at: sql<string>`now()`, reopen_reason: reason.trim() })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('reopened_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Closes a reopened one. False when the version is no longer the current one. */
export async function close(tx: Tx, { id, version }: Locked): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('semesters')
    .set({ reopened_at: null, reopened_by: null, reopen_reason: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('reopened_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

type Locked = { id: string; version: number }

/** A cohort, named k, that has not come to its end. */
const runs = sql`k.status in ('planned', 'active', 'on_hold')`

/** What the copying rules judge a shift of a semester by. */
const judgedBy = (
  targetId: string | null,
) => sql`x.id, x.date, x.status, x.facility_id, f.status as unit_status,
  case when x.proctor_id is null then 'none' when u.status = 'active' and u.linked_school_id = x.school_id then 'active' else 'gone' end as proctor,
  case when x.cohort_ids <> '{}' then (select min(case when ${runs} then k.expected_graduation else date '0001-01-01' end) from public.cohorts k
    where k.id = any (x.cohort_ids) and k.school_id = x.school_id) end as cohorts_until,
  x.id in (select y.copied_from_shift_id from public.shifts y where y.semester_id = ${targetId}::uuid
    and y.copied_from_shift_id is not null) as already_copied`
const judged = sql`from public.shifts x left join public.facilities f on f.id = x.facility_id left join public.users u on u.id = x.proctor_id`

export type CopyCandidate = ShiftToCopy & {
  id: string
  title: string | null
  unit_name: string | null
  start_time: string
  end_time: string
}

/** The shifts of a semester one by one, to be looked at. */
export async function shiftsToCopy(
  tx: Tx,
  sourceId: string,
  targetId: string | null,
): Promise<CopyCandidate[]> {
  const { rows } = await sql<CopyCandidate>`
    select ${judgedBy(targetId)}, 1 as count, x.title, f.name as unit_name,
      to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time
    ${judged} where x.semester_id = ${sourceId} order by x.date, x.start_time, x.id`.execute(tx)
  return rows
}

export type AlikeToCopy = ShiftToCopy & {
  /** The ids of those it stands for, with a comma between. */
  ids: string
}

/** The shifts of a semester by what they are judged by, those alike together; each that is named stands by itself. */
export async function alikeToCopy(
  tx: Tx,
  sourceId: string,
  targetId: string | null,
  named: readonly string[],
): Promise<AlikeToCopy[]> {
  const { rows } = await sql<AlikeToCopy>`
    select case when s.id = any (${named}::uuid[]) then s.id end as id, s.date, s.status, s.facility_id, s.unit_status, s.proctor, s.cohorts_until, s.already_copied,
      count(*), string_agg(s.id::text, ',') as ids
    from (select ${judgedBy(targetId)} ${judged} where x.semester_id = ${sourceId}) s
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by s.date`.execute(tx)
  return rows
}

export type NewCopy = {
  id: string
  schoolId: string
  sourceId: string
  targetId: string
  mode: 'exact' | 'keep_weekdays'
  deltaDays: number
  copied: number
  skippedByReason: Partial<Record<SkipReason, number>>
}

export async function recordCopy(tx: Tx, copy: NewCopy): Promise<void> {
  await tx
    .insertInto('semester_copies')
    .values({
      id: copy.id,
      school_id: copy.schoolId,
      source_semester_id: copy.sourceId,
      target_semester_id: copy.targetId,
      mode: copy.mode,
      delta_days: copy.deltaDays,
      copied: copy.copied,
      skipped_by_reason: JSON.stringify(copy.skippedByReason),
      copied_by: sql<string>`app.uid()`,
    })
    .execute()
}

/**
 * Copies the planned shifts, all as drafts; instants are computed again on the new date, in the
 * shift's own zone, so that a clock change between the terms moves no wall time.
 */
export async function insertCopies(
  tx: Tx,
  copy: { id: string; targetId: string; delta: number; planned: readonly PlannedCopy<AlikeToCopy>[] },
  options: { instructors: boolean; units: boolean; capacity: boolean; series: boolean; cohorts: boolean },
): Promise<void> {
  const included = copy.planned.filter((row) => row.included).map(({ shift }) => shift)
  if (options.series) await insertSeries(tx, copy, idsOf(included))
  await planAnew(tx)
  for (const some of inBatches(included)) await insertSome(tx, copy, options, idsOf(some))
}

function inBatches(shifts: readonly AlikeToCopy[]): AlikeToCopy[][] {
  const batches: AlikeToCopy[][] = []
  let room = 0
  for (const alike of shifts) {
    if (room <= 0) {
      batches.push([])
      room = AT_ONCE
    }
    batches.at(-1)!.push(alike)
    room -= alike.count
  }
  return batches
}

/** The ids as PostgreSQL reads an array: ten thousand of them are not worth taking apart here. */
const idsOf = (shifts: readonly AlikeToCopy[]): string => `{${shifts.map(({ ids }) => ids).join(',')}}`

/** A series of the copy is one of its own, so that changing it leaves the term it came from alone. */
const copiedSeries = (copyId: string) => nthId(sql`x.series_id`, copyId)
async function insertSeries(
  tx: Tx,
  copy: { id: string; targetId: string; delta: number },
  ids: string,
): Promise<void> {
  await sql`
    insert into public.shift_series (id, school_id, semester_id, pattern, created_by)
    select distinct on (x.series_id) ${copiedSeries(copy.id)}, x.school_id, ${copy.targetId}::uuid, r.pattern || jsonb_strip_nulls(jsonb_build_object(
        'from', (r.pattern ->> 'from')::date + ${copy.delta}::integer, 'to', (r.pattern ->> 'to')::date + ${copy.delta}::integer, 'skipped', '[]'::jsonb)), (select app.uid())
    from public.shifts x join public.shift_series r on r.id = x.series_id and r.school_id = x.school_id
    where x.id = any(${ids}::uuid[]) order by x.series_id`.execute(tx)
}

const textColumns = sql.join(copiedShiftTexts.map((name) => sql.ref(name)))
const copiedTexts = sql.join(copiedShiftTexts.map((name) => sql.ref(`x.${name}`)))

async function insertSome(
  tx: Tx,
  copy: { id: string; targetId: string; delta: number },
  options: { instructors: boolean; units: boolean; capacity: boolean; series: boolean; cohorts: boolean },
  ids: string,
): Promise<void> {
  await sql`
    insert into public.shifts (school_id, semester_id, ${textColumns}, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id,
      specialty, experience_type, capacity, proctor_id, more_proctor_ids, series_id, status, copied_from_shift_id, copy_id, created_by, break_min,
      conference_min, min_to_run, objectives, signup_mode, cohort_ids)
    select x.school_id, ${copy.targetId}::uuid, ${copiedTexts}, x.date + ${copy.delta}::integer, x.start_time, x.end_time, x.time_zone,
      (x.date + ${copy.delta}::integer + x.start_time) at time zone x.time_zone,
      (x.date + ${copy.delta}::integer + case when x.end_time <= x.start_time then 1 else 0 end + x.end_time) at time zone x.time_zone,
      case when ${options.units} then x.facility_id end, x.specialty, x.experience_type,
      case when ${options.capacity} then x.capacity else 8 end,
      led.ids[1], coalesce(led.ids[2:], '{}'),
      case when ${options.series} then ${copiedSeries(copy.id)} end, 'draft', x.id, ${copy.id}::uuid, (select app.uid()), x.break_min,
      x.conference_min, x.min_to_run, x.objectives, x.signup_mode,
      case when ${options.cohorts} and x.cohort_ids <> '{}' then array(select k.id from public.cohorts k where k.id = any (x.cohort_ids) and k.school_id = x.school_id
        and ${runs} and k.expected_graduation >= x.date + ${copy.delta}::integer order by array_position(x.cohort_ids, k.id)) else '{}' end
    from public.shifts x cross join lateral (select case when ${options.instructors} then array(select u.id
      from unnest(app.instructors_of(x)) with ordinality p (id, nth) join public.users u on u.id = p.id and u.status = 'active'
        and u.linked_school_id = x.school_id order by p.nth) end as ids) led
    where x.id = any(${ids}::uuid[])`.execute(tx)
}

export type CopyRecord = {
  id: string
  school_id: string
  source_semester_id: string
  source_name: string
  target_semester_id: string
  target_name: string
  mode: 'exact' | 'keep_weekdays'
  delta_days: number
  copied: number
  skipped_by_reason: Partial<Record<SkipReason, number>>
  copied_by_name: string
  created_at: string
  drafts: number
  no_longer_draft: number
  changed_shifts: ChangedCopy[]
  undone_at: string | null
  undone_by_name: string | null
}

const copyColumns = sql`k.id, k.school_id, k.source_semester_id, a.name as source_name, k.target_semester_id, b.name as target_name,
  k.mode, k.delta_days, k.copied, k.skipped_by_reason, coalesce(p.full_name, 'Placewell') as copied_by_name, k.created_at,
  (select count(*) from public.shifts x where x.copy_id = k.id and x.school_id = k.school_id and x.status = 'draft') as drafts,
  (select count(*) from public.shifts x where x.copy_id = k.id and x.school_id = k.school_id and x.status <> 'draft') as no_longer_draft,
  (select coalesce(jsonb_agg(to_jsonb(c) order by c.date, c.id), '[]') from (select x.id, coalesce(x.title, x.course_code, 'A shift') as title, x.date, f.name as unit_name, x.status
    from public.shifts x left join public.facilities f on f.id = x.facility_id
    where x.copy_id = k.id and x.school_id = k.school_id and x.status <> 'draft' order by x.date, x.id limit 5) c) as changed_shifts,
  k.undone_at, q.full_name as undone_by_name`
const copyJoins = sql`from public.semester_copies k
  join public.semesters a on a.id = k.source_semester_id and a.school_id = k.school_id
  join public.semesters b on b.id = k.target_semester_id and b.school_id = k.school_id
  left join public.users p on p.id = k.copied_by left join public.users q on q.id = k.undone_by`

export async function listCopies(tx: Tx, semesterId: string): Promise<CopyRecord[]> {
  const { rows } = await sql<CopyRecord>`select ${copyColumns} ${copyJoins}
    where k.source_semester_id = ${semesterId} or k.target_semester_id = ${semesterId}
    order by k.created_at desc limit 100`.execute(tx)
  return rows
}

export async function findCopy(tx: Tx, id: string): Promise<CopyRecord | undefined> {
  const { rows } = await sql<CopyRecord>`select ${copyColumns} ${copyJoins} where k.id = ${id}`.execute(tx)
  return rows[0]
}

/** The copy and its shifts, held until the transaction ends: no one publishes one while they are taken back. */
export async function lockCopy(tx: Tx, id: string): Promise<CopyRecord | undefined> {
  await sql`select 1 from public.semester_copies where id = ${id} for update`.execute(tx)
  return findCopy(tx, id)
}

/** Takes a copy back: deletes its drafts and marks it undone; returns how many went. */
export async function undoCopy(tx: Tx, id: string): Promise<number> {
  const removed = await removeDrafts(tx, sql`copy_id = ${id}`)
  await tx
    .updateTable('semester_copies')
    .set({ undone_at: sql<string>`now()`, undone_by: sql<string>`app.uid()` })
    .where('id', '=', id)
    .execute()
  return removed
}
