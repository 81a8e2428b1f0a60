import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { LogoOwner } from '../../contract.ts'
import { logoRefusals } from '../../messages.ts'

/** Serializes changes to one logo. Refuses callers who do not manage the school or organization. */
export async function lockOwner(tx: Tx, { of, owner_id: id }: LogoOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('placewell logo ' || ${id}::uuid, 0))`.execute(tx)
  if (of === 'school') {
    const { rows } = await sql<{ is_theirs: boolean }>`
      select coalesce(app.administers_school(${id}::uuid), false) as is_theirs`.execute(tx)
    if (!rows[0]!.is_theirs) refuse(logoRefusals, refusal('logo.school_decides'))
    return
  }
  const { rows } = await sql<{ is_theirs: boolean; is_active: boolean }>`
    select app.is_superadmin() or (app.role() = 'facility_admin' and ${id}::uuid in (select app.facility_scope(app.facility_id()))) as is_theirs,
      exists (select from public.facilities f where f.id = ${id}::uuid and f.kind = 'organization' and f.status = 'active') as is_active`.execute(
    tx,
  )
  if (!rows[0]!.is_theirs) refuse(logoRefusals, refusal('logo.organization_decides'))
  if (!rows[0]!.is_active) refuse(logoRefusals, refusal('logo.no_organization'))
}

/** The column that references a logo's school or organization. */
export const ownerColumn = { school: 'school_id', organization: 'organization_id' } as const
