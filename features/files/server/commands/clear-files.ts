import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { chunkName, objectName } from '../object-name.ts'

/** Removes a batch of objects of removed files and of old uploads; returns how many files. For the worker. */
export async function clearFiles(
  { objects }: { objects: ObjectStore },
  tx: Tx,
  { unkeptAfter = '2 days', batch = 10 }: { unkeptAfter?: string; batch?: number } = {},
): Promise<number> {
  const unkept = tx
    .selectFrom('files')
    .select('id')
    .where('status', 'in', ['uploading', 'ready', 'refused'])
    .where('created_at', '<', sql<string>`now() - ${unkeptAfter}::interval`)
    .orderBy('created_at')
    .limit(batch)
    .forUpdate()
    .skipLocked()
  await tx.updateTable('files').set({ status: 'removed' }).where('id', 'in', unkept).execute()
  const gone = await tx
    .selectFrom('files')
    .select(['id', 'school_id', 'facility_id', 'received_chunks', 'mime_type'])
    .where('status', '=', 'removed')
    .where('cleared_at', 'is', null)
    .orderBy('removed_at')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const file of gone) {
    // The parts of a completed file were removed when it was completed.
    const parts = file.mime_type ? 0 : file.received_chunks
    const names = Array.from({ length: parts }, (_, chunk) => chunkName(file, chunk))
    await Promise.all([...names, objectName(file)].map((name) => objects.remove(name)))
  }
  const ids = gone.map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .updateTable('files')
      .set({ cleared_at: sql`now()` })
      .where('id', 'in', ids)
      .execute()
  return ids.length
}
