import { createHash } from 'node:crypto'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'
import { MAX_FILES, takesFiles } from '../../rules.ts'
import { countFiles } from '../queries/count-files.ts'
import { rowForUpdate } from './lock-partnership.ts'

/** Adds a signed agreement; adding the same bytes again changes nothing. PostgreSQL records who added it and when. */
export async function addFile(
  tx: Tx,
  { id, fileId, name, content }: { id: string; fileId: string; name: string; content: Buffer },
): Promise<string> {
  const partnership = await rowForUpdate(tx, id)
  if (!partnership?.party) refuse(partnershipRefusals, refusal('partnership.missing'))
  const { status, school_id, party } = partnership
  if (!takesFiles(status)) refuse(partnershipRefusals, refusal('partnership.no_more_files', { status }))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const known = await tx
    .selectFrom('partnership_files')
    .select('id')
    .where('partnership_id', '=', id)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (known) return known.id
  const position = (await countFiles(tx, id)) + 1
  if (position > MAX_FILES) refuse(partnershipRefusals, refusal('partnership.files_full'))
  const file = { id: fileId, partnership_id: id, school_id, name, content, position }
  await tx
    .insertInto('partnership_files')
    .values({ ...file, uploaded_party: party, size_bytes: content.length, sha256 })
    .execute()
  return fileId
}
