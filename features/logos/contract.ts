import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })
const writing = base.meta({ access: ['school_admin', 'facility_admin'], write: true, whileReadOnly: true })
const tags = ['Logos']

/** The maximum bytes of a logo: 1 MB. */
export const MAX_LOGO_BYTES = 1024 * 1024
/** The maximum length of its base64 text. */
export const MAX_LOGO_TEXT = 4 * Math.ceil(MAX_LOGO_BYTES / 3)

export const logoOwner = z.object({ of: z.enum(['school', 'organization']), owner_id: z.uuid() })
export type LogoOwner = z.infer<typeof logoOwner>

export const logosContract = {
  /** Which of these schools and organizations have a logo. */
  list: base
    .route({ method: 'POST', path: '/logos/list', tags, summary: 'Logos of schools and organizations' })
    .input(z.object({ owner_ids: z.array(z.uuid()).max(200) }))
    .output(z.array(z.object({ id: z.uuid(), owner_id: z.uuid() }))),

  file: base
    .route({
      method: 'GET',
      path: '/logos/{id}',
      tags,
      summary: 'A logo, as a picture',
      outputStructure: 'detailed',
    })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),

  /** The caller chooses the id, so repeating the request changes nothing. */
  set: writing
    .route({
      method: 'POST',
      path: '/logos',
      tags,
      summary: 'Give a logo: a PNG, JPEG or WebP of at most 1 MB as base64',
    })
    .input(
      logoOwner.extend({
        id: z.uuid(),
        content: z.string().min(16).max(MAX_LOGO_TEXT, 'The picture is larger than 1 MB.'),
      }),
    )
    .output(z.object({ id: z.uuid() })),

  remove: writing
    .route({ method: 'POST', path: '/logos/remove', tags, summary: 'Take a logo away' })
    .input(logoOwner)
    .output(z.object({})),
}
