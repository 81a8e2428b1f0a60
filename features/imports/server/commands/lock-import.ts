import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ImportKind, VerdictCounts } from '../../contract.ts'
import { importRefusals } from '../../messages.ts'
import { openBlocker } from '../../rules.ts'

type LockedImport = {
  kind: ImportKind
  status: 'open' | 'committed'
  counts: VerdictCounts
  organization_id: string | null
}

/** Locks an import; only the superadmin has any. */
export async function lockImport(tx: Tx, id: string): Promise<LockedImport> {
  const { rows } = await sql<LockedImport>`
    select i.kind, i.status, i.counts, i.organization_id from public.imports i
    where i.id = ${id}::uuid for no key update`.execute(tx)
  return rows[0] ?? refuse(importRefusals, refusal('import.missing'))
}

/** Locks an import that has not been written yet. */
export async function lockOpenImport(tx: Tx, id: string): Promise<LockedImport> {
  const locked = await lockImport(tx, id)
  refuseIf(importRefusals, openBlocker(locked))
  return locked
}
