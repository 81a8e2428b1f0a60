import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { objectName } from '#features/files/server/public.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'

type DemoFile = {
  id: string
  school: string
  owner: string
  by: string
  purpose: 'credential' | 'report'
  name: string
  content: Uint8Array
  pages: number
}

/** Inserts a PDF of the demonstration, stored like an upload; returns its id. */
export async function insertFile(client: pg.Client, objects: ObjectStore, file: DemoFile): Promise<string> {
  const { id, school, content } = file
  const salt = randomBytes(16)
  await objects.put(objectName({ id, school_id: school, facility_id: null }), salt, content)
  await client.query(
    `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, pages, key_id, salt)
     values ($1, $2, $3, $4, $5, $6, 'kept', $7, 'application/pdf', $7, $8, $9, $10, $11)`,
    [
      id,
      school,
      file.owner,
      file.by,
      file.purpose,
      `${file.name}.pdf`.replace(/[<>:"|?*/\\]/g, ' '),
      content.length,
      createHash('sha256').update(content).digest('hex'),
      file.pages,
      objects.keyId,
      salt,
    ],
  )
  return id
}
