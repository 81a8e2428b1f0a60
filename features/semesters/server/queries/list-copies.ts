import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SemesterCopy } from '../../contract.ts'
import { semesterRefusals } from '../../messages.ts'

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

/** The newest copies made from or into a semester, latest first. */
export async function listCopies(tx: Tx, semesterId: string): Promise<SemesterCopy[]> {
  const { rows } = await sql<SemesterCopy>`select ${copyColumns} ${copyJoins}
    where k.source_semester_id = ${semesterId} or k.target_semester_id = ${semesterId}
    order by k.created_at desc limit 100`.execute(tx)
  return rows
}

/** One copy with its shifts counted; refuses if the caller may not see it. */
export async function getCopy(tx: Tx, id: string): Promise<SemesterCopy> {
  const { rows } = await sql<SemesterCopy>`select ${copyColumns} ${copyJoins} where k.id = ${id}`.execute(tx)
  return rows[0] ?? refuse(semesterRefusals, refusal('semester_copy.missing'))
}

/** The same copy and its shifts, locked until the transaction ends, so that no one publishes one during the undo. */
export async function lockCopy(tx: Tx, id: string): Promise<SemesterCopy> {
  await sql`select 1 from public.semester_copies where id = ${id} for update`.execute(tx)
  await sql`select 1 from public.shifts where copy_id = ${id} order by id for update`.execute(tx)
  return getCopy(tx, id)
}
