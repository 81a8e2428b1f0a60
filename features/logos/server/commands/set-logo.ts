import type { Tx } from '#platform/server/db.ts'
import type { LogoOwner } from '../../contract.ts'
import { lockOwner, ownerColumn } from './lock-owner.ts'

type Logo = LogoOwner & { id: string; mime_type: string; content: Buffer }

/** Sets a logo, replacing the previous one. The caller chooses the id: repeating the request changes nothing. */
export async function setLogo(tx: Tx, logo: Logo): Promise<void> {
  await lockOwner(tx, logo)
  const { id, owner_id, mime_type, content } = logo
  const column = ownerColumn[logo.of]
  const known = await tx
    .selectFrom('logos')
    .select('id')
    .where('id', '=', id)
    .where(column, '=', owner_id)
    .executeTakeFirst()
  if (known) return
  await tx
    .insertInto('logos')
    .values({ id, [column]: owner_id, mime_type, content })
    .execute()
  await tx.deleteFrom('logos').where(column, '=', owner_id).where('id', '<>', id).execute()
}
