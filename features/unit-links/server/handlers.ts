import { implement } from '@orpc/server'
import { refuse, refusal, refusalMessage } from '#core/refusal.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import { countGuess, limitAttempts } from '#platform/server/rate-limits.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { hashToken, newToken } from '#platform/server/session.ts'
import { type UnitLinkStanding, unitLinksContract, type UnitPage } from '../contract.ts'
import { unitLinkRefusals, unitPageRefusals } from '../messages.ts'
import { closedPage, inOrder, MAX_OPENINGS_PER_HOUR, unitDays, unitLinkBlocker } from '../rules.ts'
import { extendLink } from './commands/extend-link.ts'
import { makeLink } from './commands/make-link.ts'
import { revokeLink } from './commands/revoke-link.ts'
import { capstoneDaysOfUnit, findOpenedLink, recordOpening, shiftsOfUnit } from './queries/open-page.ts'
import { findLink, findUnit } from './queries/standing.ts'

explainRefusals(unitLinkRefusals)

type Services = {
  config: Pick<Config, 'appUrl'>
  /** Logged in as app_auth, the only login that can read a link's unit. */
  authPool: Pool
}

export function unitLinkHandlers({ config, authPool }: Services) {
  const api = implement(unitLinksContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    get: api.get.handler(({ input, context }) => context.act((tx) => standingOf(tx, input.facility_id))),

    make: api.make.handler(async ({ input, context }) => {
      const { token, hash } = newToken()
      const { expires_at } = await context.act((tx) =>
        makeLink(tx, { ...input, token_hash: hash, me: context.me().userId }),
      )
      return { url: `${config.appUrl}/unit-today?token=${token}`, expires_at }
    }),

    extend: api.extend.handler(({ input, context }) =>
      context.act((tx) => extendLink(tx, input.facility_id)),
    ),

    revoke: api.revoke.handler(({ input, context }) =>
      context.act(async (tx) => {
        await revokeLink(tx, input.facility_id)
        return {}
      }),
    ),

    open: api.open.handler(async ({ input: { token }, context }) => {
      const page = await pageOf(authPool, token, context.addressBlock)
      if (page) return page
      await countGuess(authPool, 'unit link', context.addressBlock)
      return nothing
    }),
  })
}

async function standingOf(tx: Tx, id: string): Promise<UnitLinkStanding> {
  const unit = await findUnit(tx, id)
  if (!unit) return refuse(unitLinkRefusals, refusal('unit_link.missing'))
  const link = await findLink(tx, unit)
  const { status: _, is_allowed: __, ...shown } = unit
  const blocker = unitLinkBlocker(unit)
  return { ...shown, blocker: blocker && refusalMessage(unitLinkRefusals, blocker), link }
}

const nothing: UnitPage = {
  state: 'unknown',
  message: refusalMessage(unitPageRefusals, refusal('unit_page.unknown')),
  unit_name: null,
  site_name: null,
  time_zone: null,
  expires_at: null,
  days: [],
}

/** What a token opens; undefined if there is no such link. Limits how often one link may be opened. */
async function pageOf(authPool: Pool, token: string, addressBlock: string): Promise<UnitPage | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const hash = hashToken(token)
  const link = await withActor(authPool, hash, findOpenedLink)
  if (!link) return undefined
  await limitAttempts(authPool, `unit link ${link.id}`, MAX_OPENINGS_PER_HOUR, '1 hour')
  const { state, unit_name, site_name, time_zone, expires_at, today } = link
  const closed = closedPage(state, { unit: unit_name, site: site_name, ended: link.ended })
  const days = closed
    ? []
    : await withActor(authPool, hash, async (tx) => {
        await recordOpening(tx, link.id, addressBlock)
        const shifts = await shiftsOfUnit(tx, link.facility_id)
        return unitDays(inOrder([...shifts, ...(await capstoneDaysOfUnit(tx))]), today)
      })
  return {
    state,
    message: closed && refusalMessage(unitPageRefusals, closed),
    unit_name,
    site_name,
    time_zone,
    expires_at,
    days,
  }
}
