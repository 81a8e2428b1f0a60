import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { chunksOf } from '../../rules.ts'
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
    .select(['id', 'school_id', 'facility_id', 'declared_bytes'])
    .where('status', '=', 'removed')
    .where('cleared_at', 'is', null)
    .orderBy('removed_at')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const file of gone) {
    // Every part it can have: one is stored before it is counted, and those of a completed file are removed only after that is saved.
    const names = Array.from({ length: chunksOf(file.declared_bytes) }, (_, chunk) => chunkName(file, chunk))
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
