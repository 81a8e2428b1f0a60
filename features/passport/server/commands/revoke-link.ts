import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { deleteFile } from '#features/files/server/public.ts'
import { passportRefusals } from '../../messages.ts'

/** Turns a link off: no one can read its document any longer. Changes nothing if it is already off. */
export async function revokeLink(tx: Tx, id: string): Promise<void> {
  const link = await tx
    .selectFrom('passport_links')
    .select(['file_id', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!link) return refuse(passportRefusals, refusal('passport.missing'))
  if (link.revoked_at !== null) return
  await tx
    .updateTable('passport_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await deleteFile(tx, link.file_id)
}
