import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistRow } from '../../contract.ts'
import { findWishlists } from './find-wishlists.ts'

type Counts = {
  id: string
  option_count: number
  student_count: number
  started_count: number
  complete_count: number
}

/** The school's wishlists, with how many of their students have started, and how many have chosen enough. */
export async function listWishlists(tx: Tx, id?: string): Promise<WishlistRow[]> {
  const wishlists = await findWishlists(tx, id)
  const { rows } = await sql<Counts>`
    select w.id, (select count(*)::integer from public.wishlist_options o where o.campaign_id = w.id) as option_count,
      count(m.student_id)::integer as student_count, count(k.n)::integer as started_count,
      count(*) filter (where k.n >= w.min_choices)::integer as complete_count
    from public.wishlist_campaigns w
    left join public.cohort_memberships m on m.school_id = w.school_id and m.cohort_id = any (w.cohort_ids) and m.to_date is null
    left join (select c.campaign_id, c.student_id, count(*) as n from public.wishlist_choices c group by 1, 2) k
      on k.campaign_id = w.id and k.student_id = m.student_id
    where w.id = any (${wishlists.map((w) => w.id)}::uuid[]) group by w.id, w.min_choices`.execute(tx)
  const counts = new Map(rows.map((row) => [row.id, row]))
  return wishlists.map(
    ({
      school_id: _school,
      cohort_ids: _cohorts,
      concerns_until: _until,
      today: _today,
      instructions: _text,
      ...wishlist
    }) => ({
      ...wishlist,
      ...counts.get(wishlist.id)!,
    }),
  )
}
