import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import type { FileType } from '../../contract.ts'
import { fileRefusals } from '../../messages.ts'
import { objectName } from '../object-name.ts'

export type OpenedFile = { id: string; name: string; mime_type: FileType; bytes: number; content: Buffer }
export type Opening = {
  id: string
  /** The original as a download, or its pages as images. */
  what: 'download' | 'pages'
  /** Why: the student reads it in the list of who viewed their record. */
  reason: string
  requestId?: string
}

/**
 * Opens a file that the caller may see, in a transaction that writes: PostgreSQL returns its salt only to a caller who has just added a row
 * to public.file_openings, which the worker copies to the access trail. Throws NOT_FOUND if they cannot see it.
 */
export async function openFile(
  { objects }: { objects: ObjectStore },
  tx: Tx,
  { id, what, reason, requestId = '' }: Opening,
): Promise<OpenedFile> {
  const file = await tx
    .selectFrom('files')
    .select(['id', 'school_id', 'facility_id', 'name', 'mime_type', 'bytes'])
    .where('id', '=', id)
    .where('status', 'in', ['ready', 'kept'])
    .executeTakeFirst()
  if (!file) return refuse(fileRefusals, refusal('file.missing'))
  await sql`insert into public.file_openings (file_id, school_id, what, reason, request_id) values (${id}, ${file.school_id}, ${what}, ${reason}, ${requestId})`.execute(
    tx,
  )
  const { rows } = await sql<{ salt: Buffer | null }>`select app.file_salt(${id}) as salt`.execute(tx)
  const content = rows[0]?.salt && (await objects.get(objectName(file), rows[0].salt))
  if (!content) throw new Error(`The object of file ${id} is not in the store`)
  return { id, name: file.name, mime_type: file.mime_type as FileType, bytes: file.bytes!, content }
}
