import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

// The address reads shifts without a sign-in: someone who acts as another person cannot make one.
const access = ['student', 'proctor', 'facility_admin', 'school_admin'] as const
const base = oc.$meta<ApiMeta>({ access, write: false })
const write = oc.$meta<ApiMeta>({ access, write: true, whileReadOnly: true, inPersonOnly: true })
const open = oc.$meta<ApiMeta>({ access: 'public', write: false })
const tags = ['Calendar']

export const calendarFeed = z.object({
  created_at: z.string(),
  /** When a calendar last asked, null if none has yet. */
  last_read_at: z.string().nullable(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const calendarFeedsContract = {
  /** Whether one has a private address; the address itself is never shown again. */
  get: base
    .route({ method: 'GET', path: '/calendar-feed', tags, summary: 'Is there a private calendar address?' })
    .output(z.object({ feed: calendarFeed.nullable() })),

  /** Makes the private address, or a new one: then the one before stops at once. Shown this once. */
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

  /** The calendar itself, for calendar programs: also at /calendar/{token}.ics, without a sign-in. */
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
        // What the caller holds is still so.
        z.object({ status: z.literal(304), headers: z.record(z.string(), z.string()) }),
      ]),
    )
    .errors({
      GONE: { status: 410, message: 'This calendar address was turned off. Make a new one in Placewell.' },
    }),
}
