import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FilePurpose, FileSummary, FileType } from '../../contract.ts'
import { fileRefusals } from '../../messages.ts'

const columns = [
  'id',
  'school_id',
  'facility_id',
  'name',
  'purpose',
  'status',
  'mime_type',
  'declared_bytes',
  'bytes',
  'pages',
  'received_chunks',
  'refused_because',
] as const

/** A file that the caller may see, with the name of its object; refuses if they cannot see it or it was removed. */
export async function findUpload(tx: Tx, id: string) {
  const file = await tx
    .selectFrom('files')
    .select(columns)
    .where('id', '=', id)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  return file ?? refuse(fileRefusals, refusal('file.missing'))
}
export type Upload = Awaited<ReturnType<typeof findUpload>>

/** What the caller has uploaded for a purpose and not submitted yet, in order. */
export async function listUnkept(tx: Tx, purpose: FilePurpose): Promise<FileSummary[]> {
  const files = await tx
    .selectFrom('files')
    .select(columns)
    .where('purpose', '=', purpose)
    .where('status', 'in', ['uploading', 'ready'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return files.map(summaryOf)
}

/** A file in the contract's form. */
export function summaryOf(file: Upload): FileSummary {
  return {
    id: file.id,
    name: file.name,
    purpose: file.purpose as FilePurpose,
    status: file.status as FileSummary['status'],
    mime_type: file.mime_type as FileType | null,
    bytes: file.bytes ?? file.declared_bytes,
    pages: file.pages,
    received_chunks: file.received_chunks,
  }
}
