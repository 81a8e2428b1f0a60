import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Choice, Participant, WishlistDetail } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { progressOf } from '../../rules.ts'
import { documentsOf } from './documents-of.ts'
import { findWishlists } from './find-wishlists.ts'
import { listOptions } from './list-options.ts'
import { listWishlists } from './list-wishlists.ts'

type Row = {
  student_id: string
  full_name: string
  choices: Choice[]
  changed_at: string | null
  by_school: boolean
  hardship: Participant['hardship']
  declared_version: number | null
  conflicts: Participant['conflicts']
}

/** A wishlist with its options, and its students with their choices. */
export async function getWishlist(tx: Tx, id: string): Promise<WishlistDetail> {
  const [found] = await findWishlists(tx, id)
  const [row] = await listWishlists(tx, id)
  if (!found || !row) refuse(wishlistRefusals, refusal('wishlist.not_found'))
  const { rows } = await sql<Row>`
    select m.student_id, u.full_name,
      coalesce(jsonb_agg(jsonb_build_object('option_id', c.option_id, 'comment', c.comment) order by c.rank) filter (where c.option_id is not null), '[]') as choices,
      max(c.entered_at) as changed_at, coalesce(bool_or(c.entered_by <> m.student_id), false) as by_school,
      (select jsonb_build_object('kind', b.hardship_kind, 'detail', b.hardship_detail, 'status', b.hardship_status, 'files', ${documentsOf}) from public.wishlist_submissions b
        where b.campaign_id = ${id}::uuid and b.student_id = m.student_id and b.hardship_kind is not null) as hardship,
      (select b.version from public.wishlist_submissions b where b.campaign_id = ${id}::uuid and b.student_id = m.student_id) as declared_version,
      coalesce((select jsonb_agg(k || jsonb_build_object('is_allowed', k ->> 'kind' = 'employer' and (k ->> 'option_id')::uuid = any (b.allowed_options)))
        from public.wishlist_submissions b, jsonb_array_elements(b.conflicts) k where b.campaign_id = ${id}::uuid and b.student_id = m.student_id), '[]') as conflicts
    from public.cohort_memberships m join public.users u on u.id = m.student_id
    left join public.wishlist_choices c on c.campaign_id = ${id}::uuid and c.student_id = m.student_id
    where m.school_id = ${found.school_id}::uuid and m.cohort_id = any (${found.cohort_ids}::uuid[]) and m.to_date is null
    group by m.student_id, u.full_name order by u.full_name, m.student_id`.execute(tx)
  const participants: Participant[] = rows.map((student) => ({
    ...student,
    progress: progressOf(student.choices.length, found.min_choices),
  }))
  const options = await listOptions(tx, [id])
  return {
    ...row,
    instructions: found.instructions,
    cohort_ids: found.cohort_ids,
    source_ids: options.map(({ source_id: source }) => source),
    options: options.map(({ campaign_id: _id, source_id: _source, ...option }) => ({
      ...option,
      first_choices: participants.filter((p) => p.choices[0]?.option_id === option.id).length,
      requests: participants.filter((p) => p.choices.some((c) => c.option_id === option.id)).length,
    })),
    participants,
  }
}
