import { refuseIf } from '#core/refusal.ts'
import type { ActorContext } from '#platform/server/guard.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { fileRefusals } from '../../messages.ts'
import { chunkBlocker } from '../../rules.ts'
import { chunkName } from '../object-name.ts'
import { findUpload } from '../queries/find-upload.ts'

/**
 * Adds the next part of an upload: first stored encrypted, then counted. Sending it again changes nothing, so a browser that got no answer
 * can retry. Returns how many parts have arrived.
 */
export async function appendChunk(
  { objects }: { objects: ObjectStore },
  { act }: Pick<ActorContext, 'act'>,
  { id, chunk, content }: { id: string; chunk: number; content: string },
): Promise<number> {
  const bytes = Buffer.from(content, 'base64')
  const file = await act((tx) => findUpload(tx, id), { readOnly: true })
  refuseIf(fileRefusals, chunkBlocker(file, { chunk, length: bytes.length }))
  if (chunk < file.received_chunks) return file.received_chunks
  await objects.put(chunkName(file, chunk), Buffer.alloc(0), bytes)
  return act(async (tx) => {
    await tx
      .updateTable('files')
      .set({ received_chunks: chunk + 1 })
      .where('id', '=', id)
      .where('status', '=', 'uploading')
      .where('received_chunks', '=', chunk)
      .execute()
    return (await findUpload(tx, id)).received_chunks
  })
}
