import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { Count } from './admin-figures.ts'

export async function ownProfile(tx: Tx) {
  const { rows } = await sql<{ phone: string | null; graduation_date: string | null }>`
    select phone, graduation_date from public.users where id = (select app.uid())`.execute(tx)
  return rows[0]
}

export async function unreadCount(tx: Tx): Promise<number> {
  const { rows } = await sql<Count>`
    select count(*) as count from public.notifications where recipient_id = (select app.uid()) and not is_read`.execute(
    tx,
  )
  return rows[0]!.count
}
