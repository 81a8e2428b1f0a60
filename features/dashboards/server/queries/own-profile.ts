import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function ownProfile(tx: Tx) {
  const { rows } = await sql<{ phone: string | null; graduation_date: string | null }>`
    select phone, graduation_date from public.users where id = (select app.uid())`.execute(tx)
  return rows[0]
}
