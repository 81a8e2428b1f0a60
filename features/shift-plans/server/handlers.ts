import { implement } from '@orpc/server'
import { Refused, refuse, refusal } from '#core/refusal.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftPlansContract } from '../contract.ts'
import { shiftPlanRefusals } from '../messages.ts'
import { commitPlan, noteFailure } from './commands/commit-plan.ts'
import { undoPlan } from './commands/undo-plan.ts'
import {
  answerPlan,
  createPlan,
  discardPlan,
  editPlan,
  resumePlan,
  replacePlanText,
} from './commands/write-plan.ts'
import { findPlan } from './queries/find-plan.ts'
import { listPlans } from './queries/list-plans.ts'
import { planOptions } from './queries/plan-options.ts'

explainRefusals(shiftPlanRefusals)

/** The school to plan for: a school admin's own, or the one that a superadmin selected. */
const schoolOf = ({ linkedSchoolId, selectedSchoolId }: Viewer): string =>
  linkedSchoolId ?? selectedSchoolId ?? refuse(shiftPlanRefusals, refusal('shift_plan.no_school'))

export function shiftPlanHandlers() {
  const api = implement(shiftPlansContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const then = (command: (tx: Tx) => Promise<void>, id: string) => async (tx: Tx) => {
    await command(tx)
    return findPlan(tx, id)
  }
  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act((tx) => listPlans(tx, schoolOf(context.me()), input)),
    ),
    get: api.get.handler(({ input, context }) => context.act((tx) => findPlan(tx, input.id))),
    options: api.options.handler(({ context }) =>
      context.act((tx) => planOptions(tx, schoolOf(context.me()))),
    ),
    create: api.create.handler(({ input, context }) =>
      context.act(then((tx) => createPlan(tx, { ...input, school_id: schoolOf(context.me()) }), input.id)),
    ),
    reword: api.reword.handler(({ input, context }) =>
      context.act(then((tx) => replacePlanText(tx, input), input.id)),
    ),
    answer: api.answer.handler(({ input, context }) =>
      context.act(then((tx) => answerPlan(tx, input), input.id)),
    ),
    edit: api.edit.handler(({ input, context }) => context.act(then((tx) => editPlan(tx, input), input.id))),
    commit: api.commit.handler(async ({ input, context }) => {
      try {
        return await context.act(then((tx) => commitPlan(tx, context.me(), input), input.id))
      } catch (error) {
        // Refusals of the plan itself are only shown; refusals by shift commands are also stored with the plan.
        if (error instanceof Refused && !(error.code in shiftPlanRefusals))
          await context.act((tx) => noteFailure(tx, input.id, error.message))
        throw error
      }
    }),
    undo: api.undo.handler(({ input, context }) =>
      context.act(then((tx) => undoPlan(tx, context.me(), input), input.id)),
    ),
    discard: api.discard.handler(({ input, context }) =>
      context.act(then((tx) => discardPlan(tx, input), input.id)),
    ),
    resume: api.resume.handler(({ input, context }) =>
      context.act(then((tx) => resumePlan(tx, input), input.id)),
    ),
  })
}
