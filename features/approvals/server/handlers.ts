import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { approvalsContract } from '../contract.ts'
import { signupRefusals } from '../messages.ts'
import { approveSignups } from './commands/approve-signups.ts'
import { type ApprovalServices, decideSignup } from './commands/decide-signup.ts'
import { listSignups } from './queries/list-signups.ts'

explainRefusals(signupRefusals)

export function approvalHandlers(services: ApprovalServices) {
  const api = implement(approvalsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act((tx) => listSignups(tx, context.me().role, input)),
    ),

    decide: api.decide.handler(({ input, context }) =>
      context.act((tx) => decideSignup(services, tx, input), input.note ? { reason: input.note } : {}),
    ),

    approveMany: api.approveMany.handler(({ input, context }) =>
      context.act((tx) => approveSignups(services, tx, input.ids)),
    ),
  })
}
