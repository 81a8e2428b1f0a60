import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import { preceptorsContract } from '../contract.ts'
import { preceptorRefusals } from '../messages.ts'
import { invitePreceptor } from './commands/invite-preceptor.ts'
import { savePreceptor } from './commands/save-preceptor.ts'
import { listPreceptors } from './queries/list-preceptors.ts'
import { versionedPreceptor } from './queries/versioned-preceptor.ts'

explainRefusals(preceptorRefusals)

const one = async (tx: Tx, id: string) =>
  (await listPreceptors(tx, { id }))[0] ?? refuse(preceptorRefusals, refusal('preceptor.not_found'))

export function preceptorHandlers() {
  const api = implement(preceptorsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => listPreceptors(tx, input))),
    mine: api.mine.handler(({ context }) => context.act((tx) => listPreceptors(tx, { mine: true }))),
    invite: api.invite.handler(({ input: { idempotency_key: _key, ...sent }, context }) =>
      context.act(async (tx) => {
        await invitePreceptor(tx, context.me(), sent)
        return one(tx, sent.id)
      }),
    ),
    save: api.save.handler(({ input: { idempotency_key: _key, ...sent }, context }) =>
      withConflictDetails(
        () =>
          context.act(async (tx) => {
            await savePreceptor(tx, sent)
            return one(tx, sent.id)
          }),
        () =>
          context.act(async (tx) => versionConflict(tx, versionedPreceptor, sent, await one(tx, sent.id)), {
            readOnly: true,
          }),
      ),
    ),
  })
}
