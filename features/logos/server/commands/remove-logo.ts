import type { Tx } from '#platform/server/db.ts'
import type { LogoOwner } from '../../contract.ts'
import { lockOwner, ownerColumn } from './lock-owner.ts'

export async function removeLogo(tx: Tx, owner: LogoOwner): Promise<void> {
  await lockOwner(tx, owner)
  await tx.deleteFrom('logos').where(ownerColumn[owner.of], '=', owner.owner_id).execute()
}
