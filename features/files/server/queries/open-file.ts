import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { ConcurrencyLimiter } from '#platform/server/concurrency-limiter.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { unreachable } from '#platform/server/object-storage.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { uncounted } from '#platform/server/time-left.ts'
import type { FileType } from '../../contract.ts'
import { fileRefusals } from '../../messages.ts'
import { objectName } from '../object-name.ts'

export type OpenedFile = {
  id: string
  name: string
  mime_type: FileType
  bytes: number
  /** What its bytes are read with. */
  object: string
  salt: Buffer
}
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
 * to public.file_openings, which the worker copies to the access trail. Throws NOT_FOUND if they cannot see it. Its bytes are read after
 * the transaction, with `readFile`.
 */
export async function openFile(tx: Tx, { id, what, reason, requestId = '' }: Opening): Promise<OpenedFile> {
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
  const salt = rows[0]?.salt
  if (!salt) throw notThere(id)
  const { name, mime_type: type, bytes } = file
  return { id, name, mime_type: type as FileType, bytes: bytes!, object: objectName(file), salt }
}

const notThere = (id: string) => new Error(`The object of file ${id} is not in the store`)

/** How many files a process reads at once: each is held in memory. */
const reads = new ConcurrencyLimiter({ most: 16, maxWaiting: 200, waitMs: 10_000 })

/** The bytes of an opened file. The request waits without its slot, because the store may be slow. */
export async function readFile(
  { objects }: { objects: ObjectStore },
  { endAdmission }: Pick<RequestContext, 'endAdmission'>,
  { id, object, salt }: Pick<OpenedFile, 'id' | 'object' | 'salt'>,
): Promise<Buffer> {
  endAdmission?.()
  const read = await uncounted(() => reads.take(async () => ({ content: await objects.get(object, salt) })))
  if (!read) throw unreachable()
  if (!read.content) throw notThere(id)
  return read.content
}
