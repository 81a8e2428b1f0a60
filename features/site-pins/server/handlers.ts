import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { type SitePin, sitePinsContract } from '../contract.ts'
import { sitePinRefusals } from '../messages.ts'
import { confirmPin } from './commands/confirm-pin.ts'
import { getPin } from './queries/get-pin.ts'

explainRefusals(sitePinRefusals)

const pinOf = async (tx: Tx, siteId: string): Promise<SitePin> =>
  (await getPin(tx, siteId)) ?? refuse(sitePinRefusals, refusal('site_pin.not_found'))

export function sitePinHandlers() {
  const api = implement(sitePinsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    get: api.get.handler(({ input, context }) => context.act((tx) => pinOf(tx, input.site_id))),
    confirm: api.confirm.handler(({ input: { idempotency_key: _key, ...pin }, context }) =>
      context.act(async (tx) => {
        await confirmPin(tx, pin)
        return pinOf(tx, pin.site_id)
      }),
    ),
  })
}
