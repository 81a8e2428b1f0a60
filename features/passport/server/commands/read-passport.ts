import type { Tx } from '#platform/server/db.ts'
import type { OpenedLink } from '../queries/open-link.ts'

/** Records that the open link of this transaction was read, and from where; returns where its document is stored. */
export async function readPassport(
  tx: Tx,
  { id, school_id, file_id }: OpenedLink,
  addressBlock: string,
): Promise<{ id: string; school_id: string | null; salt: Buffer | null } | undefined> {
  await tx
    .insertInto('passport_openings')
    .values({ link_id: id, school_id, address_block: addressBlock.slice(0, 60) })
    .execute()
  return tx
    .selectFrom('files')
    .select(['id', 'school_id', 'salt'])
    .where('id', '=', file_id)
    .executeTakeFirst()
}
