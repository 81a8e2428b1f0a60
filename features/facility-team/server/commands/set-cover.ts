import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Cover } from '../../contract.ts'
import { coverRefusals } from '../../messages.ts'
import { coverRefusal } from '../../rules.ts'
import { findAway, listColleagues, listOpenCovers } from '../queries/covers.ts'

type Wish = Pick<Cover, 'person_id' | 'cover_id' | 'from_date' | 'until_date'>

/** Sets when a person is away and who covers. It locks the organization, so that of two at once the second sees the first. */
export async function setCover(tx: Tx, me: string, wish: Wish): Promise<{ id: string }> {
  const person = await findAway(tx, wish.person_id)
  if (!person || person.status !== 'active') return refuse(coverRefusals, refusal('cover.no_person'))
  if (!person.may_set_away) return refuse(coverRefusals, refusal('cover.not_yours'))
  await sql`select pg_advisory_xact_lock(hashtextextended('covers of ' || ${person.organization_id}, 0))`.execute(
    tx,
  )
  const colleagues = await listColleagues(tx, person)
  const covers = await listOpenCovers(tx, person.organization_id)
  refuseIf(coverRefusals, coverRefusal(wish, { today: person.today, colleagues, covers }))
  const { person_id, cover_id, from_date, until_date } = wish
  return tx
    .insertInto('approver_covers')
    .values({
      organization_id: person.organization_id,
      person_id,
      cover_id,
      cover_name: colleagues.find(({ id }) => id === cover_id)!.full_name,
      from_date,
      until_date,
      created_by: me,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
