import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'

/** The students of a wishlist, or only those who have not chosen as many options as they should. */
export async function listStudentsToNotify(
  tx: Tx,
  id: string,
  which: 'students' | 'missing',
): Promise<{ schoolId: string; students: string[]; closesOn: PlainDate; today: PlainDate }> {
  const wishlist = await tx
    .selectFrom('wishlist_campaigns')
    .select(['school_id', 'cohort_ids', 'min_choices', 'closes_on'])
    .select(sql<PlainDate>`app.school_today(school_id)`.as('today'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!wishlist) return refuse(wishlistRefusals, refusal('wishlist.not_found'))
  const rows = await tx
    .selectFrom('cohort_memberships as stay')
    .innerJoin('users', 'users.id', 'stay.student_id')
    .select('stay.student_id')
    .where('stay.school_id', '=', wishlist.school_id)
    .where('stay.cohort_id', '=', sql<string>`any (${wishlist.cohort_ids}::uuid[])`)
    .where('stay.to_date', 'is', null)
    .where('users.status', '=', 'active')
    .$if(which === 'missing', (query) =>
      query.where((eb) =>
        eb(
          eb
            .selectFrom('wishlist_choices as choice')
            .select((of) => of.fn.countAll<number>().as('chosen'))
            .where('choice.campaign_id', '=', id)
            .whereRef('choice.student_id', '=', 'stay.student_id'),
          '<',
          wishlist.min_choices,
        ),
      ),
    )
    .execute()
  const { school_id: schoolId, closes_on: closesOn, today } = wishlist
  return { schoolId, students: rows.map((row) => row.student_id), closesOn, today }
}
