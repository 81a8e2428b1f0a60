import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'

/** The first ten by name; email addresses are found as well. */
export async function findPeople(tx: Tx, search: string) {
  if (search.trim() === '') return []
  return tx
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'role'])
    .where('status', '=', 'active')
    .where('email_verified', '=', true)
    .where((eb) =>
      eb.or([eb('full_name', 'ilike', containing(search)), eb('email', 'ilike', containing(search))]),
    )
    .orderBy('full_name')
    .orderBy('id')
    .limit(10)
    .execute()
}
