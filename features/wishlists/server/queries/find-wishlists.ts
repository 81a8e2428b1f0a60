import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Wishlist } from '../../contract.ts'
import { phaseOf } from '../../rules.ts'

export type Found = Wishlist & {
  school_id: string
  instructions: string
  cohort_ids: string[]
  concerns_until: string | null
  today: string
}

/** The wishlists that the caller may see, newest first, with their phase by the database's clock. */
export async function findWishlists(tx: Tx, id?: string): Promise<Found[]> {
  const rows = await tx
    .selectFrom('wishlist_campaigns as w')
    // A left join, because students see a wishlist of a semester that is not active yet, but not the semester.
    .leftJoin('semesters as s', 's.id', 'w.semester_id')
    .innerJoin('schools as c', 'c.id', 'w.school_id')
    .select([
      'w.id',
      'w.school_id',
      'w.name',
      'w.instructions',
      'w.semester_id',
      sql<string>`coalesce(s.name, '')`.as('semester_name'),
      'w.kind',
      'w.status',
      'w.policy',
      'w.cohort_ids',
      'w.concerns_until',
      'w.min_choices',
      'w.max_choices',
      'w.allow_comments',
      'w.allow_hardship',
      'w.rotations',
      'w.partners_rank',
      'w.opens_on',
      'w.closes_on',
      'w.opens_at',
      'w.closes_at',
      'c.time_zone',
      'w.version',
      sql<string>`now()`.as('now'),
      sql<string>`(now() at time zone c.time_zone)::date`.as('today'),
    ])
    .$if(id !== undefined, (query) => query.where('w.id', '=', id!))
    .orderBy('w.opens_on', 'desc')
    .orderBy('w.id')
    .execute()
  return rows.map(({ now, ...row }) => {
    const wishlist = row as unknown as Omit<Found, 'phase'>
    return { ...wishlist, phase: phaseOf(wishlist, Date.parse(now)) }
  })
}
