import { sql } from 'kysely'
import { seatsFrom } from '#features/cohorts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { CanvasPerson, PersonStatus } from '../../contract.ts'

type Filter = {
  id: string
  search: string
  status?: PersonStatus | undefined
  cohort_id?: string | undefined
  to_move?: 'yes' | 'no' | undefined
  page: number
  page_size: number
}

const shown = sql`p.id, p.canvas_id, p.name, p.sis_id, p.login_id, p.email, p.status, p.problem, p.student_id, u.full_name as student_name, u.email as student_email,
  p.matched_by, p.cohort_id, c.name as cohort_name, m.cohort_id as current_cohort_id, d.name as current_cohort_name,
  case when p.status in ('missing', 'kept') and m.cohort_id is not null
    then (select count(*)::integer from ${seatsFrom(sql`app.school_today(p.school_id)`)} s where s.student_id = p.student_id) else 0 end as shifts_ahead, p.seen_at, p.version,
  array(select concat_ws(', ', coalesce(s.course_code, s.course_name), s.name) from public.canvas_sections s
    where s.connection_id = p.connection_id and s.canvas_id = any(p.section_ids) order by 1) as sections,
  coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.full_name, 'detail', concat_ws(' · ', o.email, o.student_number)) order by o.full_name)
    from public.users o where o.id = any(p.candidates)), '[]') as candidates`
const from = sql`public.canvas_people p
  left join public.users u on u.id = p.student_id
  left join public.cohorts c on c.id = p.cohort_id
  left join public.cohort_memberships m on m.student_id = p.student_id and m.school_id = p.school_id and m.to_date is null
  left join public.cohorts d on d.id = m.cohort_id`

/** People in Canvas; those who need a decision come first. */
export async function listPeople(tx: Tx, filter: Filter): Promise<{ rows: CanvasPerson[]; total: number }> {
  const { id, search, status = null, cohort_id: cohort = null, to_move: toMove = null } = filter
  const like = containing(search)
  const { rows } = await sql<CanvasPerson & { total: number }>`
    select ${shown}, (count(*) over ())::integer as total from ${from}
    where p.connection_id = ${id}::uuid and (${status}::text is null or p.status = ${status})
      and (${cohort}::uuid is null or p.cohort_id = ${cohort}::uuid)
      and (${toMove}::text is null
        or (p.status = 'matched' and p.cohort_id is not null and p.cohort_id is distinct from m.cohort_id) = (${toMove} = 'yes'))
      and (p.name ilike ${like} or p.email ilike ${like} or p.sis_id ilike ${like} or p.login_id ilike ${like} or u.full_name ilike ${like})
    order by array_position(array['conflict', 'new', 'missing', 'invited', 'matched', 'kept', 'left', 'set_aside'], p.status), p.name, p.id
    limit ${filter.page_size} offset ${(filter.page - 1) * filter.page_size}`.execute(tx)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Locks people of a connection by their ids; leaves out those that do not exist. */
export async function lockPeople(tx: Tx, id: string, ids: readonly string[]): Promise<CanvasPerson[]> {
  await sql`select 1 from public.canvas_people p where p.connection_id = ${id}::uuid and p.id = any(${[...ids]}::uuid[]) order by p.id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<CanvasPerson>`
    select ${shown} from ${from} where p.connection_id = ${id}::uuid and p.id = any(${[...ids]}::uuid[]) order by p.name, p.id`.execute(
    tx,
  )
  return rows
}
