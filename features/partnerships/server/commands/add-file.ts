import { createHash } from 'node:crypto'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'
import { takesFiles } from '../../rules.ts'
import { rowForUpdate } from './lock-partnership.ts'

/** Adds a signed agreement; the same bytes again are the same file. Who added it, its size and its digest PostgreSQL notes itself. */
export async function addFile(
  tx: Tx,
  { id, fileId, name, content }: { id: string; fileId: string; name: string; content: Buffer },
): Promise<string> {
  const partnership = await rowForUpdate(tx, id)
  if (!partnership?.party) refuse(partnershipRefusals, refusal('partnership.missing'))
  const { status, school_id } = partnership
  if (!takesFiles(status)) refuse(partnershipRefusals, refusal('partnership.no_more_files', { status }))
  const known = await tx
    .selectFrom('partnership_files')
    .select('id')
    .where('partnership_id', '=', id)
    .where('sha256', '=', createHash('sha256').update(content).digest('hex'))
    .executeTakeFirst()
  if (known) return known.id
  await tx
    .insertInto('partnership_files')
    .values({ id: fileId, partnership_id: id, school_id, name, content } as never)
    .execute()
  return fileId
}
