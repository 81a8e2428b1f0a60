import { createHash } from 'node:crypto'
import { implement, ORPCError } from '@orpc/server'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { isHeld } from '#platform/server/http.ts'
import { tooMany } from '#platform/server/rate-limits.ts'
import { hashToken, newToken } from '#platform/server/session.ts'
import { calendarFeedsContract } from '../contract.ts'
import { type CalendarShift, calendarText } from './calendar.ts'
import { openFeed, type Reader } from './commands/open-feed.ts'
import { renewFeed } from './commands/renew-feed.ts'
import { revokeFeed } from './commands/revoke-feed.ts'
import { findFeed } from './queries/find-feed.ts'

export type CalendarFeedServices = {
  config: Pick<Config, 'appUrl'>
  /** Logged in as app_auth, the only login that may resolve an address. */
  authPool: Pool
  /** The calendar of an address's owner, in a transaction opened with the hash of the address. */
  shiftsBehind: (tx: Tx, reader: Reader) => Promise<readonly CalendarShift[]>
}

/** A calendar app may cache its copy, but must revalidate it. */
const KEPT = { 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' }

export function calendarFeedHandlers({ config, authPool, shiftsBehind }: CalendarFeedServices) {
  const api = implement(calendarFeedsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  const unknown = () => new ORPCError('NOT_FOUND', { message: 'We can’t find that calendar.' })

  return api.router({
    get: api.get.handler(async ({ context }) => ({ feed: await context.act((tx) => findFeed(tx)) })),

    renew: api.renew.handler(async ({ context }) => {
      const { token, hash } = newToken()
      await context.act((tx) => renewFeed(tx, hash))
      return { url: `${config.appUrl}/calendar/${token}.ics` }
    }),

    revoke: api.revoke.handler(async ({ context }) => ({
      revoked: await context.act(revokeFeed),
    })),

    read: api.read.handler(async ({ input, context, errors }) => {
      const [, token] = /^([\w-]{43})\.ics$/.exec(input.params.file) ?? []
      if (!token) throw unknown()
      const shifts = await withActor(authPool, hashToken(token), async (tx) => {
        const opened = await openFeed(tx, context.addressBlock)
        return opened.state === 'open' ? await shiftsBehind(tx, opened.reader) : opened
      })
      if ('state' in shifts) {
        if (shifts.state === 'revoked') throw errors.GONE()
        if (shifts.state === 'unknown') throw unknown()
        throw tooMany(shifts.wait)
      }
      const text = calendarText(shifts, config.appUrl)
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
      const changed = shifts
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .at(-1)
      const headers = {
        ...KEPT,
        etag,
        ...(changed && { 'last-modified': new Date(changed).toUTCString() }),
      }
      if (isHeld(input.headers?.['if-none-match'], etag)) return { status: 304 as const, headers }
      const body = new File([text], 'placewell.ics', { type: 'text/calendar; charset=utf-8' })
      return {
        status: 200 as const,
        headers: { ...headers, 'content-disposition': 'inline; filename="placewell.ics"' },
        body,
      }
    }),
  })
}
