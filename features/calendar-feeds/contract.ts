import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

// The address reads shifts without a sign-in, so it cannot be created while impersonating someone.
const access = ['student', 'proctor', 'facility_admin', 'school_admin'] as const
const base = oc.$meta<ApiMeta>({ access, write: false })
const write = oc.$meta<ApiMeta>({ access, write: true, whileReadOnly: true, inPersonOnly: true })
const open = oc.$meta<ApiMeta>({ access: 'public', write: false })
const tags = ['Calendar']

export const calendarFeed = z.object({
  created_at: z.string(),
  /** When a calendar last read it, null if none has yet. */
  last_read_at: z.string().nullable(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const calendarFeedsContract = {
  /** Whether the caller has a private address; the address itself is never shown again. */
  get: base
    .route({ method: 'GET', path: '/calendar-feed', tags, summary: 'Is there a private calendar address?' })
    .output(z.object({ feed: calendarFeed.nullable() })),

  /** Creates the private address, or a new one, which immediately disables the earlier one. Shown only this once. */
  renew: write
    .route({ method: 'POST', path: '/calendar-feed', tags, summary: 'Make a private calendar address' })
    .output(z.object({ url: z.url() })),

  revoke: write
    .route({
      method: 'DELETE',
      path: '/calendar-feed',
      tags,
      summary: 'Turn the private calendar address off',
    })
    .output(z.object({ revoked: z.boolean() })),

  /** The calendar itself, for calendar apps: also at /calendar/{token}.ics, without a sign-in. */
  read: open
    .route({
      method: 'GET',
      path: '/calendar/{file}',
      tags,
      summary: 'Read the shifts of a private address (iCalendar)',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
    })
    .input(
      z.object({
        params: z.object({ file: z.string().max(200) }),
        headers: z.object({ 'if-none-match': z.string().max(200).optional() }).optional(),
      }),
    )
    .output(
      z.union([
        z.object({ status: z.literal(200), headers: z.record(z.string(), z.string()), body: z.file() }),
        // The caller's copy is up to date.
        z.object({ status: z.literal(304), headers: z.record(z.string(), z.string()) }),
      ]),
    )
    .errors({
      GONE: { status: 410, message: 'This calendar address was turned off. Make a new one in Placewell.' },
    }),
}
