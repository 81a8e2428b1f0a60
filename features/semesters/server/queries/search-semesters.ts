import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { SemesterSettings } from '../../contract.ts'

export type SemesterSearch = {
  search: string
  school_id?: string | undefined
  semester_type?: string | undefined
  sort: 'name' | 'school_name' | 'start_date' | 'end_date' | 'shift_count'
  dir: 'asc' | 'desc'
}

/** Only the columns from which the lifecycle of a semester is derived. */
type LifecycleColumns = {
  id: string
  start_date: string
  end_date: string
  is_active: boolean
  settings: Pick<SemesterSettings, 'hours_lock_at' | 'grading_window'>
  activated_at: string | null
  archived_at: string | null
  reopened_at: string | null
  time_zone: string
  /** Today in the school's zone. */
  today: string
}

/**
 * Every semester that matches the search text and filters, in order. The caller derives the lifecycle, filters by it, and loads one page.
 */
export function searchSemesters(tx: Tx, filter: SemesterSearch): Promise<LifecycleColumns[]> {
  const { sort, dir } = filter
  let query = tx.selectFrom('semesters as s').innerJoin('schools as c', 'c.id', 's.school_id')
  if (filter.search) {
    const pattern = containing(filter.search)
    query = query.where((where) =>
      where.or([
        where('s.name', 'ilike', pattern),
        where('c.name', 'ilike', pattern),
        where('s.academic_year', 'ilike', pattern),
      ]),
    )
  }
  if (filter.school_id) query = query.where('s.school_id', '=', filter.school_id)
  if (filter.semester_type) query = query.where('s.semester_type', '=', filter.semester_type)
  const ordered =
    sort === 'shift_count'
      ? query.orderBy(
          (order) =>
            order
              .selectFrom('shifts as x')
              .whereRef('x.semester_id', '=', 's.id')
              .whereRef('x.school_id', '=', 's.school_id')
              .select(({ fn }) => fn.countAll().as('count')),
          dir,
        )
      : query.orderBy(sort === 'school_name' ? 'c.name' : `s.${sort}`, dir)
  return ordered
    .orderBy('s.id')
    .select(['s.id', 's.start_date', 's.end_date', 's.is_active', 's.activated_at', 's.archived_at'])
    .select(['s.reopened_at', 'c.time_zone'])
    .select([
      sql<string>`(now() at time zone c.time_zone)::date`.as('today'),
      sql<LifecycleColumns['settings']>`jsonb_strip_nulls(jsonb_build_object(
        'hours_lock_at', s.settings -> 'hours_lock_at', 'grading_window', s.settings -> 'grading_window'))`.as(
        'settings',
      ),
    ])
    .execute()
}
