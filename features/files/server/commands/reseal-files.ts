import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { objectName } from '../object-name.ts'

/**
 * Re-encrypts a batch of files under an earlier key with the current one; returns how many, and which could not be read. An object says
 * which key it is under, so a stop between the two writes loses nothing. For the worker.
 */
export async function resealFiles(
  { objects }: { objects: ObjectStore },
  tx: Tx,
  batch = 20,
): Promise<{ resealed: number; unreadable: string[] }> {
  const files = await tx
    .selectFrom('files')
    .select(['id', 'school_id', 'facility_id', 'salt'])
    .where('salt', 'is not', null)
    .where('key_id', '<>', objects.keyId)
    // So that one that cannot be read does not block the others forever.
    .orderBy(sql`random()`)
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute()
  const unreadable: string[] = []
  for (const { salt, ...file } of files) {
    const bytes = await objects.get(objectName(file), salt!).catch(() => null)
    if (!bytes) {
      unreadable.push(file.id)
      continue
    }
    await objects.put(objectName(file), salt!, bytes)
    await tx.updateTable('files').set({ key_id: objects.keyId }).where('id', '=', file.id).execute()
  }
  return { resealed: files.length - unreadable.length, unreadable }
}
