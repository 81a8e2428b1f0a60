import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

// Looks at a file are in the trail before anything is answered: PostgreSQL gives out what opens it only then.
const base = oc.$meta<ApiMeta>({
  access: 'any',
  write: false,
  trail: { kind: 'view', what: 'file', isWrittenByDatabase: true },
})
const tags = ['Files']

/** Bytes of a file: 20 MB (Domain §2.8). */
export const MAX_FILE_BYTES = 20 * 1024 * 1024

/** What a file is for; a feature shows the files of its own purpose to others than their owner. */
export const filePurpose = z.enum(['credential', 'evidence', 'report', 'agreement', 'absence', 'export'])
export type FilePurpose = z.infer<typeof filePurpose>

export const fileType = z.enum([
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/heic',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
])
export type FileType = z.infer<typeof fileType>

/** Why someone opens a file: kept in the access trail, where the student reads it. */
export const openingReason = z.string().trim().min(3).max(200)

export const filesContract = {
  download: base
    .route({
      method: 'GET',
      path: '/files/{id}/content',
      tags,
      summary: 'A file, to be saved',
      outputStructure: 'detailed',
    })
    .input(z.object({ id: z.uuid(), reason: openingReason }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),
}
