import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SemesterFields } from '../../contract.ts'
import { semesterRefusals } from '../../messages.ts'

/** A row of public.semesters with what the rules also need: the school's name and day, and the number of its shifts. */
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

/** The semesters the caller may see, of one school or of all; for one school, through the specification's procedure. */
export async function listSemesters(tx: Tx, schoolId: string | undefined): Promise<SemesterRecord[]> {
  const source = schoolId
    ? sql`public.api_list_semesters(${schoolId}::uuid, app.uid(), app.role())`
    : sql`public.semesters`
  const { rows } = await sql<SemesterRecord>`
    select ${columns} from ${source} s join public.schools c on c.id = s.school_id
    order by s.start_date desc, s.name`.execute(tx)
  return rows
}

/** The semester of a school that is current today, if the caller may see it. */
export async function findCurrentSemester(tx: Tx, schoolId: string): Promise<SemesterRecord | undefined> {
  const { rows } = await sql<SemesterRecord>`
    select ${columns} from public.api_get_current_semester(${schoolId}::uuid, app.uid(), app.role()) s
    join public.schools c on c.id = s.school_id`.execute(tx)
  return rows[0]
}

/** One semester; undefined if the caller may not see it. */
export async function findSemester(tx: Tx, id: string): Promise<SemesterRecord | undefined> {
  const { rows } = await sql<SemesterRecord>`
    select ${columns} from public.semesters s join public.schools c on c.id = s.school_id where s.id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** One semester; refuses if the caller may not see it. */
export async function readSemester(tx: Tx, id: string): Promise<SemesterRecord> {
  return (await findSemester(tx, id)) ?? refuse(semesterRefusals, refusal('semester.missing'))
}

/** The semesters of these ids, in their order. */
export async function listSemestersByIds(tx: Tx, ids: readonly string[]): Promise<SemesterRecord[]> {
  const { rows } = await sql<SemesterRecord>`
    select ${columns} from public.semesters s join public.schools c on c.id = s.school_id where s.id = any (${ids}::uuid[])
    order by array_position(${ids}::uuid[], s.id)`.execute(tx)
  return rows
}
