import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { NominationStatus } from '../../contract.ts'
import { capstoneRefusals } from '../../messages.ts'
import { lockProject } from './lock-project.ts'

/** Locks a nomination and its project; the project first, same as in every command. */
export async function lockNomination(tx: Tx, id: string) {
  const found = await tx
    .selectFrom('capstone_nominations')
    .select('project_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) refuse(capstoneRefusals, refusal('capstone.not_found'))
  const project = await lockProject(tx, { id: found.project_id })
  const row = await tx
    .selectFrom('capstone_nominations')
    .selectAll()
    .select(sql<boolean>`preceptor_id in (select app.preceptor_ids())`.as('is_own'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { project, nomination: { ...row, status: row.status as NominationStatus } }
}
