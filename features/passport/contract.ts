import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { shownStatus } from '#features/credentials/contract.ts'

const own = oc.$meta<ApiMeta>({ access: ['student'], write: false })
/** What others may read afterwards is created in person only, never while acting as someone. */
const sharing = oc.$meta<ApiMeta>({
  access: ['student'],
  write: true,
  whileReadOnly: true,
  inPersonOnly: true,
})
const tags = ['Passport']
const day = z.iso.date('Enter a date.')

/** A credential as a passport lists it: its status and dates, never a note. */
export const passportEntry = z.object({
  credential_id: z.uuid(),
  type_name: z.string(),
  shown: shownStatus,
  issued_on: day.nullable(),
  expires_on: day.nullable(),
  file_ids: z.array(z.uuid()),
})
export type PassportEntry = z.infer<typeof passportEntry>

const linkState = z.enum(['open', 'ended', 'revoked'])

export const passportLink = z.object({
  id: z.uuid(),
  created_at: z.string(),
  ends_on: day,
  state: linkState,
  /** How often it was opened; `openings` has the latest ones. */
  opened: z.int(),
  openings: z.array(z.object({ at: z.string(), address_block: z.string() })),
})
export type PassportLink = z.infer<typeof passportLink>

/** What the page of a link shows: the holder's name only while it is open. */
export const sharedPassport = z.object({
  state: linkState,
  holder: z.string().nullable(),
  ends_on: day,
})
export type SharedPassport = z.infer<typeof sharedPassport>

/** A credential that another school approved and the caller's school accepts without a new upload. */
export const passportOffer = z.object({
  credential_id: z.uuid(),
  type_id: z.uuid(),
  type_name: z.string(),
  school_name: z.string(),
  approved_on: day,
  expires_on: day.nullable(),
})
export type PassportOffer = z.infer<typeof passportOffer>

const file = z.object({ headers: z.record(z.string(), z.string()), body: z.file() })

export const passportContract = {
  get: own
    .meta({ access: ['student'], write: false, trail: { kind: 'view', what: 'profile', people: ['viewer'] } })
    .route({ method: 'GET', path: '/passport', tags, summary: 'My passport' })
    .input(z.object({}).default({}))
    .output(
      z.object({
        today: day,
        entries: z.array(passportEntry),
        links: z.array(passportLink),
        offers: z.array(passportOffer),
      }),
    ),

  /** The whole passport as one PDF. */
  download: own
    .meta({ access: ['student'], write: false, trail: { kind: 'export', what: 'file', people: ['viewer'] } })
    .route({
      method: 'GET',
      path: '/passport/pdf',
      tags,
      summary: 'My passport as a PDF',
      outputStructure: 'detailed',
    })
    .input(z.object({}).default({}))
    .output(file),

  /** Shares the current document with anyone who has the link; its address is shown only once. */
  share: sharing
    .route({ method: 'PUT', path: '/passport/links/{id}', tags, summary: 'Share my passport by a link' })
    .input(z.object({ id: z.uuid(), ends_on: day }))
    .output(z.object({ url: z.url() })),

  revoke: oc
    .$meta<ApiMeta>({ access: ['student'], write: true, whileReadOnly: true })
    .route({ method: 'POST', path: '/passport/links/{id}/revoke', tags, summary: 'Turn a link off' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() })),

  /** Sends a credential that another school approved to the caller's own, for review. */
  carry: sharing
    .route({
      method: 'PUT',
      path: '/passport/credentials/{id}',
      tags,
      summary: 'Offer an approved credential to my school',
    })
    .input(z.object({ id: z.uuid(), from_id: z.uuid() }))
    .output(z.object({ id: z.uuid() })),

  /** The page of a link, without signing in; viewing it does not count as opening the document. */
  look: oc
    .$meta<ApiMeta>({ access: 'public', write: true })
    .route({
      method: 'POST',
      path: '/passports/look',
      tags,
      summary: 'What a shared passport’s link leads to',
    })
    .input(z.object({ token: z.string().max(200) }))
    .output(sharedPassport),

  /** The document behind a link, without signing in. */
  read: oc
    .$meta<ApiMeta>({ access: 'public', write: false })
    .route({
      method: 'GET',
      path: '/passports/{file}',
      tags,
      summary: 'Read a shared passport',
      outputStructure: 'detailed',
    })
    .input(z.object({ file: z.string().max(200) }))
    .output(file)
    .errors({ GONE: { status: 410, message: 'This link has ended. Ask the student for a new one.' } }),
}
