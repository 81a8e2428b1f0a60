import { expectedGraduation } from '#features/cohorts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function ownProfile(tx: Tx) {
  const { rows } = await sql<{ phone: string | null; graduation_date: string | null }>`
    select u.phone, ${expectedGraduation} as graduation_date from public.users u where u.id = (select app.uid())`.execute(
    tx,
  )
  return rows[0]
}
