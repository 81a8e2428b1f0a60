import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** As app_auth: the link that opened the transaction, with its holder while it is open; undefined if there is no such link. */
export async function openLink(tx: Tx) {
  return tx
    .selectFrom('passport_links as l')
    .innerJoin(sql<{ id: string; is_open: boolean }>`app.passport_link()`.as('o'), (join) =>
      join.onRef('o.id', '=', 'l.id'),
    )
    .leftJoin('users as u', 'u.id', 'l.person_id')
    .select(['l.id', 'l.school_id', 'l.file_id', 'l.ends_on', 'l.revoked_at', 'o.is_open'])
    .select('u.full_name as holder')
    .executeTakeFirst()
}
export type OpenedLink = NonNullable<Awaited<ReturnType<typeof openLink>>>
