import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { CanvasSection, CanvasTerm } from '../../contract.ts'
import { semesterNamed } from '../../rules.ts'

type Choice = { id: string; name: string }
type Found = Omit<CanvasTerm, 'suggested_id' | 'suggested_name'>

/** Terms of a Canvas, latest first, and the semesters to which they can be mapped. */
export async function listTerms(tx: Tx, id: string): Promise<{ rows: CanvasTerm[]; semesters: Choice[] }> {
  const { rows } = await sql<Found>`
    select t.id, t.name, t.starts_on, t.ends_on, t.is_gone, t.semester_id, m.name as semester_name,
      (select count(*)::integer from public.canvas_sections s where s.connection_id = t.connection_id and s.term_id = t.canvas_id and not s.is_gone) as sections
    from public.canvas_terms t left join public.semesters m on m.id = t.semester_id
    where t.connection_id = ${id}::uuid order by t.is_gone, t.starts_on desc nulls last, t.name`.execute(tx)
  const { rows: semesters } = await sql<Choice>`
    select m.id, m.name from public.semesters m join public.canvas_connections c on c.school_id = m.school_id
    where c.id = ${id}::uuid and m.archived_at is null order by m.start_date desc, m.name`.execute(tx)
  return {
    semesters,
    rows: rows.map((row) => {
      const one = row.semester_id ? null : semesterNamed(row.name, semesters)
      return { ...row, suggested_id: one?.id ?? null, suggested_name: one?.name ?? null }
    }),
  }
}

type Filter = {
  id: string
  search: string
  mapped?: 'yes' | 'no' | undefined
  page: number
  page_size: number
}

/** Sections of a Canvas by course, with the number of people last seen in each. */
export async function listSections(
  tx: Tx,
  { id, search, mapped, ...paged }: Filter,
): Promise<{ rows: CanvasSection[]; total: number }> {
  const like = containing(search)
  const { rows } = await sql<CanvasSection & { total: number }>`
    select s.id, s.course_name, s.course_code, s.name, s.sis_id, t.name as term_name, s.is_gone, s.cohort_id, c.name as cohort_name,
      (select count(*)::integer from public.canvas_people p where p.connection_id = s.connection_id and s.canvas_id = any(p.section_ids)
        and p.status not in ('missing', 'left')) as people, (count(*) over ())::integer as total
    from public.canvas_sections s
    left join public.canvas_terms t on t.connection_id = s.connection_id and t.canvas_id = s.term_id
    left join public.cohorts c on c.id = s.cohort_id
    where s.connection_id = ${id}::uuid and (not s.is_gone or s.cohort_id is not null)
      and (${mapped ?? null}::text is null or (s.cohort_id is not null) = (${mapped ?? null} = 'yes'))
      and (s.course_name ilike ${like} or s.course_code ilike ${like} or s.name ilike ${like} or s.sis_id ilike ${like})
    order by s.is_gone, t.starts_on desc nulls last, s.course_code nulls last, s.course_name, s.name, s.id
    limit ${paged.page_size} offset ${(paged.page - 1) * paged.page_size}`.execute(tx)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
