import { sql } from 'kysely'
import { safeFileName } from '#core/file-name.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FilePurpose } from '../../contract.ts'
import { fileRefusals } from '../../messages.ts'
import { claimedFileType, uploadBlocker } from '../../rules.ts'
import { findUpload, type Upload } from '../queries/find-upload.ts'

type NewUpload = { id: string; name: string; bytes: number; purpose: FilePurpose }

/** Begins an upload for the caller's own school or facility; if it was begun before, it continues. */
export async function beginUpload(tx: Tx, { id, name, bytes, purpose }: NewUpload): Promise<Upload> {
  const { rows } = await sql<{
    role: string | null
    school_id: string | null
    facility_id: string | null
    unkept: number
  }>`
    select app.role() as role, app.school_id() as school_id, app.facility_id() as facility_id,
      (select coalesce(sum(f.declared_bytes), 0)::integer from public.files f
        where f.uploaded_by = app.uid() and f.id <> ${id} and f.status in ('uploading', 'ready')) as unkept`.execute(
    tx,
  )
  const { school_id: schoolId, facility_id: facilityId, unkept } = rows[0]!
  refuseIf(fileRefusals, uploadBlocker({ name, bytes, unkept }))
  if (!schoolId && !facilityId) refuse(fileRefusals, refusal('file.no_tenant'))
  await tx
    .insertInto('files')
    .values({
      id,
      school_id: schoolId,
      facility_id: schoolId ? null : facilityId,
      owner_id: sql<string>`app.uid()`,
      uploaded_by: sql<string>`app.uid()`,
      purpose,
      name: safeFileName(name, claimedFileType(name)!.extension),
      declared_bytes: bytes,
    })
    .onConflict((known) => known.column('id').doNothing())
    .execute()
  return findUpload(tx, id)
}
