import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { CHUNK_BYTES } from '#core/file-limits.ts'

// Views of a file are in the access trail before anything is answered, because only then does PostgreSQL return the salt that opens it.
const base = oc.$meta<ApiMeta>({
  access: 'any',
  write: false,
  trail: { kind: 'view', what: 'file', isWrittenByDatabase: true },
})
const tags = ['Files']

/** What a file is for; each feature shows the files of its own purpose to others than their owner. */
export const filePurpose = z.enum([
  'credential',
  'evidence',
  'report',
  'agreement',
  'absence',
  'export',
  'passport',
  'requirement',
  'hardship',
])
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

/** Why someone opens a file: kept in the access trail, where the student can read it. */
export const openingReason = z.string().trim().min(3).max(200)

/** A file as its owner and its reviewers see it. */
export const fileSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  purpose: filePurpose,
  status: z.enum(['uploading', 'ready', 'kept', 'refused', 'removed']),
  /** Its type by its content; null until it is complete and checked. */
  mime_type: fileType.nullable(),
  bytes: z.number().int(),
  pages: z.number().int().nullable(),
  /** Parts that have arrived; an upload continues from there. */
  received_chunks: z.number().int(),
})
export type FileSummary = z.infer<typeof fileSummary>

const writing = base.meta({ access: 'any', write: true, whileReadOnly: true })
const id = z.uuid()

export const filesContract = {
  /** The browser chooses the id, so that beginning twice resumes the same upload. */
  begin: writing
    .route({ method: 'POST', path: '/files', tags, summary: 'Begin or resume an upload' })
    .input(
      z.object({
        id,
        name: z.string().min(1).max(255),
        bytes: z.number().int().min(0).max(1_000_000_000_000),
        purpose: filePurpose,
      }),
    )
    .output(fileSummary),

  append: writing
    .route({
      method: 'POST',
      path: '/files/{id}/chunks',
      tags,
      summary: 'Add the next 256 KB of an upload, as base64',
    })
    .input(
      z.object({
        id,
        chunk: z.number().int().min(0).max(100),
        content: z
          .string()
          .min(4)
          .max(4 * Math.ceil(CHUNK_BYTES / 3)),
      }),
    )
    .output(z.object({ received_chunks: z.number().int() })),

  finish: writing
    .route({
      method: 'POST',
      path: '/files/{id}/finish',
      tags,
      summary: 'End an upload: the file is checked',
    })
    .input(z.object({ id }))
    .output(fileSummary),

  remove: writing
    .route({
      method: 'POST',
      path: '/files/{id}/remove',
      tags,
      summary: 'Remove a file that is not submitted yet',
    })
    .input(z.object({ id }))
    .output(z.object({})),

  /** What the person has uploaded and not submitted yet, so that a form they left finds its files again. */
  unkept: oc
    .$meta<ApiMeta>({ access: 'any', write: false })
    .route({
      method: 'GET',
      path: '/files/unkept',
      tags,
      summary: "One's own files that are not submitted yet",
    })
    .input(z.object({ purpose: filePurpose }))
    .output(z.array(fileSummary)),

  page: base
    .route({
      method: 'GET',
      path: '/files/{id}/pages/{page}',
      tags,
      summary: 'A page of a file as a WebP image',
      outputStructure: 'detailed',
    })
    .input(z.object({ id, page: z.coerce.number().int().min(1).max(500), reason: openingReason }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),

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
