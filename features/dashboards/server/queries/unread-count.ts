import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function unreadCount(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from public.notifications where recipient_id = (select app.uid()) and not is_read`.execute(
    tx,
  )
  return rows[0]!.count
}
