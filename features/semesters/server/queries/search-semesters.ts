import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { SemesterFilter, SemesterSettings } from '../../contract.ts'
import { lifecycleNow } from '../../rules.ts'

/** The ids of the semesters of all schools that match, in order. The stage depends on today, so it is derived and filtered here. */
export async function searchSemesters(tx: Tx, filter: SemesterFilter): Promise<string[]> {
  const found = await standingsOf(tx, filter)
  return found
    .filter((standing) => !filter.lifecycle || lifecycleNow(standing) === filter.lifecycle)
    .map(({ id }) => id)
}

/** Only the columns from which the stage of a semester is derived. */
type Standing = {
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

function standingsOf(tx: Tx, filter: SemesterFilter): Promise<Standing[]> {
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
      sql<Standing['settings']>`jsonb_strip_nulls(jsonb_build_object(
        'hours_lock_at', s.settings -> 'hours_lock_at', 'grading_window', s.settings -> 'grading_window'))`.as(
        'settings',
      ),
    ])
    .execute()
}
