import type { Tx } from '#platform/server/db.ts'
import type { SharedDocument } from '../../contract.ts'

/** The documents that count for everyone at the caller's school. */
export async function listSharedDocuments(tx: Tx): Promise<SharedDocument[]> {
  return tx
    .selectFrom('blanket_credentials as b')
    .innerJoin('credential_types as t', 't.id', 'b.type_id')
    .select(['b.id', 'b.type_id', 't.name as type_name', 'b.file_ids', 'b.issued_on', 'b.expires_on'])
    .where('b.ended_at', 'is', null)
    .orderBy('t.name')
    .orderBy('b.id')
    .execute()
}
