import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export type SchoolRow = { id: string; name: string; city: string | null; state: string | null }

/** The preferred school if it is active, else the first active one by name. */
export async function findDefaultSchool(tx: Tx, preferred: string | null): Promise<SchoolRow | null> {
  const row = await tx
    .selectFrom('schools')
    .select(['id', 'name', 'city', 'state'])
    .where('is_active', '=', true)
    .orderBy(sql`id is distinct from ${preferred}::uuid`)
    // A school that was imported and has no members yet is not used as the default.
    .orderBy(sql`not exists (select 1 from public.school_members m where m.school_id = schools.id)`)
    .orderBy('name')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The preferred facility if it is not closed, else the first active organization by name. */
export async function findDefaultFacility(tx: Tx, preferred: string | null): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select f.id from public.facilities f
    where f.status in ('active', 'paused') and (f.kind = 'organization' or f.id = ${preferred}::uuid)
    order by f.id is distinct from ${preferred}::uuid, f.name, f.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
