import type { Tx } from '#platform/server/db.ts'
import type { PartnershipFile, ActingParty } from '../../contract.ts'

/** The signed agreements of a partnership, newest first. */
export async function listFiles(tx: Tx, id: string): Promise<PartnershipFile[]> {
  const rows = await tx
    .selectFrom('partnership_files')
    .select(['id', 'name', 'size_bytes', 'sha256', 'uploaded_party', 'uploaded_at'])
    .where('partnership_id', '=', id)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, uploaded_party: row.uploaded_party as ActingParty }))
}

/** The name and bytes of one signed agreement. */
export function findFile(
  tx: Tx,
  id: string,
  fileId: string,
): Promise<{ name: string; content: Buffer } | undefined> {
  return tx
    .selectFrom('partnership_files')
    .select(['name', 'content'])
    .where('id', '=', fileId)
    .where('partnership_id', '=', id)
    .executeTakeFirst()
}
