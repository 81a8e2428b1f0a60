import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { safeFileName } from '#core/file-name.ts'
import { refuseIf } from '#core/refusal.ts'
import { ConcurrencyLimiter } from '#platform/server/concurrency-limiter.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ActorContext, RequestContext } from '#platform/server/guard.ts'
import { unreachable } from '#platform/server/object-storage.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { uncounted } from '#platform/server/time-left.ts'
import type { FilePurpose, FileType } from '../../contract.ts'
import { fileRefusals } from '../../messages.ts'
import { extensions, sizeBlocker } from '../../rules.ts'
import { objectName } from '../object-name.ts'

/** How long (ms) storing a file of any size may take, within the transaction that names it. */
const STORING_MS = 15_000
/** How many such transactions a process has at once: each holds a connection until the store answers. */
const storing = new ConcurrencyLimiter({ most: 3, maxWaiting: 60, waitMs: 10_000 })

/** Runs a transaction that stores a file when its turn comes. The request waits without its slot, because the store may be slow. */
export async function whileStoring<Result>(
  { act, endAdmission }: Pick<ActorContext, 'act'> & Pick<RequestContext, 'endAdmission'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  endAdmission?.()
  const stored = await uncounted(() =>
    storing.take(async () => ({ result: await act(work, { deadlineMs: STORING_MS }) })),
  )
  if (!stored) throw unreachable()
  return stored.result
}

export type NewFile = {
  /** The school it belongs to; null for a facility's own file, which has a `facilityId`. */
  schoolId: string | null
  facilityId?: string | null
  /** The person whose record it belongs to. */
  ownerId: string
  purpose: FilePurpose
  name: string
  type: FileType
  content: Uint8Array
  pages?: number
}

/**
 * Stores a file that the product made (a report, an export): encrypted in the object store, its row in this transaction. Returns its id.
 * Files that people upload are kept by `keepFiles`.
 */
export async function storeFile(
  { objects }: { objects: ObjectStore },
  tx: Tx,
  { schoolId, facilityId = null, ownerId, purpose, name, type, content, pages }: NewFile,
): Promise<string> {
  refuseIf(fileRefusals, sizeBlocker(content.length))
  const id = randomUUID()
  const salt = randomBytes(16)
  // The bytes first: a row without them would be a file that cannot be opened. Bytes without a row harm no one.
  await objects.put(objectName({ id, school_id: schoolId, facility_id: facilityId }), salt, content)
  await tx
    .insertInto('files')
    .values({
      id,
      school_id: schoolId,
      facility_id: facilityId,
      owner_id: ownerId,
      uploaded_by: sql<string>`app.uid()`,
      purpose,
      name: safeFileName(name, extensions[type]),
      status: 'kept',
      declared_bytes: content.length,
      mime_type: type,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      pages: pages ?? null,
      key_id: objects.keyId,
      salt,
    })
    .execute()
  return id
}
