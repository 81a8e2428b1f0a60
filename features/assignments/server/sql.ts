import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import { shiftFilter } from '#features/shifts/contract.ts'
import {
  listShifts,
  shiftColumns,
  shiftJoins,
  optionsOf,
  studentOptions,
} from '#features/shifts/server/public.ts'
import { notClearedInWords } from '#features/credentials/rules.ts'
import { clearanceOnShift } from '#features/credentials/server/public.ts'
import { progressJson } from '#features/hours/server/public.ts'
import type { Json } from '#platform/server/as-read.ts'
import type { Tx } from '#platform/server/db.ts'
import { proctorStudentsIn } from './queries/proctor-students-in.ts'
import { inWords, type SeatFacts } from './queries/seat-facts.ts'
import { seatsOnShift } from './queries/seats-on-shift.ts'
import {
  blockerOf,
  comingStates,
  openLines,
  type SeatPart,
  seatsOf,
  waitingStates,
  withClearance,
} from '../rules.ts'
import {
  type AssignmentStatus,
  type AtSignIn,
  AVAILABLE_LIMIT,
  AVAILABLE_MOST,
  type AvailableFilter,
  type Candidate,
  type MySeat,
  type OpenShift,
  type ProctorStudent,
  type ProctorStudentDetail,
  type Progress,
  type RosterRow,
  type SeatBlock,
  type SeatToDecide,
  type StudentExport,
  type StudentShift,
} from '../contract.ts'

const mySeats = (semesterId: string | null) =>
  sql`(select coalesce(json_agg(m), '[]') from app.my_shifts(${semesterId}::uuid) m)`
function openShifts(filter: AvailableFilter) {
  const { limit, from = null, to = null, specialty = null, site_id: site = null } = filter
  return sql`(select coalesce(json_agg(o), '[]')
    from app.open_shifts(${limit}::integer, ${from}::date, ${to}::date, ${specialty}::text, ${site}::uuid) o)`
}

/** The asker's seats, wishes and offers with their shifts; a semester's, or those from three months back on. */
export const mine = (semesterId: string | null) =>
  sql<Json<MySeat[]>>`select ${mySeats(semesterId)}::text as json`

/** Shifts of the school that are open to the asker, soonest first, with what stands in the way (Spec §7: available shifts). */
export const available = (filter: AvailableFilter) =>
  sql<Json<OpenShift[]>>`select ${openShifts(filter)}::text as json`

/** What a student's pages begin with, at once; for other people of a school the filter data alone. */
export const atSignIn = (role: Role) => sql<Json<AtSignIn>>`
  select json_build_object('mine', ${mySeats(null)}, 'options', ${role === 'student' ? studentOptions : optionsOf(null)}, 'available', ${openShifts({ limit: AVAILABLE_LIMIT })},
    'progress', ${progressJson(sql`app.uid()`)})::text as json`

/** What is in the JSON text of such a statement. */
async function taken<T>(tx: Tx, query: RawBuilder<Json<T>>): Promise<T> {
  const { rows } = await query.execute(tx)
  return JSON.parse(rows[0]!.json)
}

/** A shift of a student's file: one's own with the seat on it, an open one with what stands in the way. */
export type ExportedShift = StudentShift & {
  school_name: string
  seat?: AssignmentStatus
  credited_hours?: number
  is_not_cleared?: boolean | undefined
  missing?: readonly string[] | null | undefined
  block?: SeatBlock | null
}

/** The parts of a student's page that are shifts. */
type ShiftPart = SeatPart | 'open'

/** What a part of the asking student's page shows, by day. */
export async function exported(
  tx: Tx,
  { part, full, ...filter }: StudentExport & { part: ShiftPart },
  now: string,
): Promise<ExportedShift[]> {
  const seats = await taken(tx, mine(null))
  const school = await tx
    .selectFrom('schools')
    .select('name')
    .where('id', '=', sql<string>`(select app.school_id())`)
    .executeTakeFirst()
  const school_name = school?.name ?? ''
  if (part !== 'open')
    return seatsOf(part, seats, now)
      .map(({ shift, status: seat, credited_hours: hours, is_not_cleared, missing }) => ({
        ...shift,
        school_name,
        seat,
        credited_hours: hours,
        is_not_cleared,
        missing,
      }))
      .filter(({ date }) => (!filter.from || date >= filter.from) && (!filter.to || date <= filter.to))
      .toSorted(bySoonest)
  const open = (await taken(tx, available({ ...filter, limit: AVAILABLE_MOST }))).map((shift) => ({
    ...shift,
    school_name,
  }))
  if (!full) return open
  const { from, to, specialty, site_id } = filter
  const lines = await listShifts(
    tx,
    'student',
    shiftFilter.parse({ status: ['full'], from, to, specialty, facility_id: site_id }),
    {
      limit: AVAILABLE_MOST,
      offset: 0,
    },
  )
  return [...open, ...openLines(lines.rows, seats)].toSorted(bySoonest)
}
const bySoonest = (a: StudentShift, b: StudentShift): number =>
  Date.parse(a.starts_at) - Date.parse(b.starts_at)

export async function progress(tx: Tx): Promise<Progress> {
  return (await progressOf(tx, null))!
}

/** How far a student is, the asker without an id; null for anyone who has nothing to do with them. */
export async function progressOf(tx: Tx, studentId: string | null): Promise<Progress | null> {
  const { rows } = await sql<{ progress: Progress | null }>`
    select ${progressJson(sql`coalesce(${studentId}::uuid, app.uid())`)} as progress`.execute(tx)
  return rows[0]!.progress
}

export async function ask(
  tx: Tx,
  seat: { id: string; shiftId: string; note: string | null },
): Promise<Asked> {
  const { rows } =
    await sql<Asked>`select a.id, a.status from app.ask_for_seat(${seat.id}::uuid, ${seat.shiftId}::uuid, ${seat.note}) a`.execute(
      tx,
    )
  return rows[0]!
}
type Asked = { id: string; status: AssignmentStatus }

export async function joinWaitlist(tx: Tx, seat: { id: string; shiftId: string }): Promise<Asked> {
  const { rows } =
    await sql<Asked>`select a.id, a.status from app.ask_for_seat(${seat.id}::uuid, ${seat.shiftId}::uuid, null, true) a`.execute(
      tx,
    )
  return rows[0]!
}

export async function roster(tx: Tx, shiftId: string): Promise<RosterRow[]> {
  const rows = await seatsOnShift(tx, shiftId)
  const here = rows.filter(({ status }) => isComing(status)).map(({ student_id: id }) => id)
  const cleared = await clearanceOnShift(tx, shiftId, here)
  const held = await tx
    .selectFrom('seat_clearances')
    .select(['id', 'held_at'])
    .where('shift_id', '=', shiftId)
    .where('held_at', 'is not', null)
    .execute()
  return rows.map((row) => ({
    ...row,
    held_at: held.find(({ id }) => id === row.id)?.held_at ?? null,
    clearance: (isComing(row.status) && cleared.get(row.student_id)) || null,
  }))
}
const isComing = (status: AssignmentStatus): boolean =>
  comingStates.includes(status) || waitingStates.includes(status)

/** What waits for the asker's school: requests, asked drops and conflicts of shifts ahead. */
export async function waiting(tx: Tx): Promise<SeatToDecide[]> {
  const { rows } = await sql<Omit<SeatToDecide, 'shift'> & { shift: SeatFacts; is_full: boolean }>`
    with waiting as materialized (
      select a.id, a.student_id, k.kind, k.note, k.since, x.status = 'full' as is_full
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      cross join lateral (values ('request', a.note, a.asked_at, a.status = 'requested'), ('drop', a.drop_asked_reason, a.drop_asked_at, a.status = 'assigned' and a.drop_asked_at is not null),
        ('conflict', a.conflict_note, a.conflict_at, a.status = 'assigned' and a.conflict_at is not null)) k (kind, note, since, is_so)
      where k.is_so and (a.status = 'requested' or (a.status = 'assigned' and (a.drop_asked_at is not null or a.conflict_at is not null))) and x.starts_at > now()
        and a.school_id = (select case when app.is_superadmin() then app.selected_school_id() when app.is_school_admin() then app.school_id() end)
      order by k.since, a.id)
    select w.id, w.student_id, w.kind, u.full_name, w.note, w.since, w.is_full, app.seat_facts(w.id) as shift
    from waiting w join public.users u on u.id = w.student_id order by w.since, w.id`.execute(tx)
  return rows.map(({ is_full, ...row }) => ({ ...row, shift: { ...inWords(row.shift), is_full } }))
}

type FoundCandidate = Pick<Candidate, 'student_id' | 'full_name' | 'cohort_name' | 'hours'> & {
  block: SeatBlock | null
}

/** Those with the fewest hours whom nothing keeps from the shift come first, and are found before the list is cut. */
export async function candidates(tx: Tx, shiftId: string, q: string): Promise<Candidate[]> {
  const { rows } = await sql<FoundCandidate>`
    with c as materialized (select * from app.seat_candidates(${shiftId}::uuid, ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}))
    select c.*, b.block from app.blocks_on_shift(${shiftId}::uuid, array(select c.student_id from c)) b join c using (student_id)
    where not coalesce(b.block ? 'on_it', false) order by b.block is not null, c.hours, c.full_name, student_id limit 200`.execute(
    tx,
  )
  const cleared = await clearanceOnShift(
    tx,
    shiftId,
    rows.map(({ student_id: id }) => id),
  )
  return rows
    .map(({ block, ...row }) => {
      const clearance = cleared.get(row.student_id) ?? null
      return { ...row, ...withClearance(blockerOf(block), notClearedInWords(clearance)), clearance }
    })
    .toSorted((a, b) => Number(a.rule !== null) - Number(b.rule !== null))
}

/** The asking proctor's students: how often they meet on the proctor's shifts of the last 200 days and those to come, and their hours. */
const studentsOfProctor = (id: string | null, more = sql``) => sql`
  with s as materialized (select x.* from ${proctorStudentsIn} x where ${id}::uuid is null or x.student_id = ${id}::uuid),
  met as (select a.student_id, count(*) filter (where x.ends_at <= now())::integer as done, count(*) filter (where x.ends_at > now())::integer as coming,
      (array_agg(x.id order by x.starts_at) filter (where x.ends_at > now()))[1] as next_id, min(x.date) filter (where x.ends_at > now()) as next_on
    from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
    where x.id = any (array(select app.led_shift_ids())) and x.date >= current_date - 200 and x.status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed')
      and a.status in ('assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show') group by 1),
  facts as (select f.student_id, f.cohort_name, f.required, f.to_make_up, h.done, h.scheduled from app.progress_facts(array(select s.student_id from s)) f
    cross join lateral (select sum((l ->> 'done')::float8) as done, sum((l ->> 'scheduled')::float8) as scheduled from jsonb_array_elements(f.hours) l) h)
  select s.student_id, s.full_name, s.email, f.cohort_name, s.is_advised, coalesce(t.done, 0) as shifts_done, coalesce(t.coming, 0) as shifts_coming, t.next_id as next_shift_id, t.next_on as next_date,
    f.required as hours_required, coalesce(f.done, 0) as hours_done, coalesce(f.scheduled, 0) as hours_scheduled, coalesce(f.to_make_up, 0) as hours_to_make_up
    ${more}
  from s left join met t on t.student_id = s.student_id left join facts f on f.student_id = s.student_id order by s.full_name, s.student_id`

export async function proctorStudents(tx: Tx): Promise<ProctorStudent[]> {
  const { rows } = await (studentsOfProctor(null) as RawBuilder<ProctorStudent>).execute(tx)
  return rows
}

/** One of the asking proctor's students, with the seats on the proctor's own shifts; undefined for everyone else's. */
export async function proctorStudent(tx: Tx, id: string): Promise<ProctorStudentDetail | undefined> {
  const { rows } = await (
    studentsOfProctor(
      id,
      sql`, ${progressJson(sql`s.student_id`)} -> 'by_specialty' as by_specialty,
        coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'status', a.status, 'shift', (select to_jsonb(r) from (select ${shiftColumns}) r)) order by x.starts_at)
          from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id ${shiftJoins}
          where a.student_id = s.student_id and x.id = any (array(select app.led_shift_ids())) and x.date >= current_date - 200), '[]') as seats`,
    ) as RawBuilder<ProctorStudentDetail>
  ).execute(tx)
  return rows[0]
}
