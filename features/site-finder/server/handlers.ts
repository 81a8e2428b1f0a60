import { implement } from '@orpc/server'
import type { Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { type Origin, siteFinderContract } from '../contract.ts'
import { sitePage } from './queries/site-page.ts'
import { findSites } from './queries/find-sites.ts'
import { findTowns } from './queries/find-towns.ts'
import { originOf } from './queries/origin-of.ts'
import { siteChoices } from './queries/site-choices.ts'
import { sitePoints } from './queries/site-points.ts'

export function siteFinderHandlers() {
  const api = implement(siteFinderContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    find: api.find.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const { sort, dir, page, ...filter } = input
        const origin = await startingPoint(tx, filter.zip, errors.UNKNOWN_ZIP)
        const by = sort === 'distance' && !origin ? 'name' : (sort ?? (origin ? 'distance' : 'name'))
        const found = await findSites(tx, { filter, origin, sort: by, dir, page })
        return { ...found, origin: origin ?? null }
      }),
    ),
    points: api.points.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const origin = await startingPoint(tx, input.zip, errors.UNKNOWN_ZIP)
        return { ...(await sitePoints(tx, { filter: input, origin })), origin: origin ?? null }
      }),
    ),
    site: api.site.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const found = await sitePage(tx, input)
        if (!found) throw errors.NOT_FOUND()
        return found
      }),
    ),
    towns: api.towns.handler(({ input, context }) => context.act((tx) => findTowns(tx, input))),
    choices: api.choices.handler(({ context }) => context.act((tx) => siteChoices(tx))),
  })
}

async function startingPoint(
  tx: Tx,
  zip: string | undefined,
  unknown: () => Error,
): Promise<Origin | undefined> {
  if (!zip) return undefined
  const origin = await originOf(tx, zip)
  if (!origin) throw unknown()
  return origin
}
