import { createHash, randomBytes } from 'node:crypto'
import { type RefusalIn, refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ActorContext } from '#platform/server/guard.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { fileRefusals } from '../../messages.ts'
import { chunksOf, claimedFileType } from '../../rules.ts'
import type { DocumentCaller, Documents } from '../documents.ts'
import { chunkName, objectName } from '../object-name.ts'
import { whileStoring } from './store-file.ts'
import { findUpload, type Upload } from '../queries/find-upload.ts'

type FileRefusal = RefusalIn<typeof fileRefusals>
type Services = { objects: ObjectStore; documents: Documents }

/**
 * Ends an upload: joins its parts, inspects the file, and makes it ready or refuses it with the reason. Ended again, it returns the same.
 * The file is inspected outside of any transaction.
 */
export async function finishUpload(
  { objects, documents }: Services,
  context: Pick<ActorContext, 'act'> & DocumentCaller,
  id: string,
): Promise<Upload> {
  const { act } = context
  const file = await act((tx) => findUpload(tx, id), { readOnly: true })
  if (file.status === 'ready' || file.status === 'kept') return file
  // Its answer may have been lost, so the person gets the reason and the next step again.
  if (file.status === 'refused') refuse(fileRefusals, keptRefusal(file.refused_because))
  const chunks = chunksOf(file.declared_bytes)
  if (file.received_chunks < chunks)
    refuse(fileRefusals, refusal('file.out_of_order', { received: file.received_chunks }))
  const names = Array.from({ length: chunks }, (_, chunk) => chunkName(file, chunk))
  const parts = await Promise.all(names.map((name) => objects.get(name, Buffer.alloc(0))))
  if (parts.includes(null)) refuse(fileRefusals, refusal('file.not_whole'))
  const bytes = Buffer.concat(parts as Buffer[])
  const found = await documents.inspect(bytes, claimedFileType(file.name)!.type, context)
  const ended = await whileStoring(context, async (tx) => {
    const locked = await tx
      .selectFrom('files')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'uploading')
      .forUpdate()
      .executeTakeFirst()
    // If two calls end it at once, the second finds it done: both would write one object under two salts.
    if (locked) await settle(tx)
    return findUpload(tx, id)
  })
  for (const name of names) await objects.remove(name)
  refuseIf(fileRefusals, found.refused)
  return ended

  async function settle(tx: Tx): Promise<void> {
    const salt = randomBytes(16)
    if (!found.refused) await objects.put(objectName(file), salt, bytes)
    const facts = found.refused
      ? { status: 'refused' as const, refused_because: keptText(found.refused) }
      : {
          status: 'ready' as const,
          mime_type: found.type,
          bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          pages: found.pages,
          key_id: objects.keyId,
          salt,
        }
    await tx.updateTable('files').set(facts).where('id', '=', id).execute()
  }
}

/** A refusal in its stored form: its code, and its values if it has any. */
function keptText({ code, values }: FileRefusal): string {
  return Object.keys(values).length > 0 ? `${code} ${JSON.stringify(values)}` : code
}

function keptRefusal(text: string | null): FileRefusal {
  const [, code, values] = /^(\S+)(?: (.*))?$/.exec(text ?? '') ?? []
  return code !== undefined && code in fileRefusals
    ? ({ code, values: JSON.parse(values ?? '{}') as object } as FileRefusal)
    : refusal('file.settled')
}
