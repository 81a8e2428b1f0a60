import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { evaluationsContract } from '../contract.ts'
import { evaluationRefusals } from '../messages.ts'
import { amendEvaluation } from './commands/amend-evaluation.ts'
import { answerEvaluation } from './commands/answer-evaluation.ts'
import { assignEvaluations } from './commands/assign-evaluations.ts'
import { closePlan } from './commands/close-plan.ts'
import { copyToGroup } from './commands/copy-to-group.ts'
import { decideEvaluation } from './commands/decide-evaluation.ts'
import { saveEvaluation } from './commands/save-evaluation.ts'
import { savePlan } from './commands/save-plan.ts'
import { signPlan } from './commands/sign-plan.ts'
import { submitEvaluations } from './commands/submit-evaluations.ts'
import { verifyEvaluations } from './commands/verify-evaluations.ts'
import { giveFeedback } from './commands/give-feedback.ts'
import { feedbackToGive, readFeedback } from './queries/read-feedback.ts'
import { findPlans } from './queries/find-plans.ts'
import { getEvaluation } from './queries/get-evaluation.ts'
import { listEvaluations } from './queries/list-evaluations.ts'
import { startEvaluation } from './queries/start-evaluation.ts'

explainRefusals(evaluationRefusals)
// Two devices that start the same evaluation, or two tabs that amend it.
for (const constraint of ['evaluations_once', 'evaluations_amended_once'])
  refuseByConstraint(constraint, 'evaluation.old_version')

export function evaluationHandlers() {
  const api = implement(evaluationsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act((tx) => listEvaluations(tx, context.me(), input)),
    ),
    get: api.get.handler(
      async ({ input, context }) =>
        (await context.act((tx) => getEvaluation(tx, input.id))) ??
        refuse(evaluationRefusals, refusal('evaluation.not_found')),
    ),
    start: api.start.handler(({ input, context }) =>
      context.act((tx) => startEvaluation(tx, context.me(), input)),
    ),
    save: api.save.handler(({ input, context }) =>
      context.act((tx) => saveEvaluation(tx, context.me(), input)),
    ),
    copyToGroup: api.copyToGroup.handler(({ input, context }) =>
      context.act(async (tx) => ({ made: await copyToGroup(tx, context.me(), input) })),
    ),
    submit: api.submit.handler(({ input, context }) =>
      context.act(async (tx) => ({ rows: await submitEvaluations(tx, context.me(), input.rows) })),
    ),
    answer: api.answer.handler(({ input, context }) =>
      context.act((tx) => answerEvaluation(tx, context.me(), input)),
    ),
    decide: api.decide.handler(({ input, context }) =>
      context.act((tx) => decideEvaluation(tx, context.me(), input)),
    ),
    verifyMany: api.verifyMany.handler(({ input, context }) =>
      context.act(async (tx) => ({ rows: await verifyEvaluations(tx, context.me(), input.rows) })),
    ),
    amend: api.amend.handler(({ input, context }) =>
      context.act((tx) => amendEvaluation(tx, context.me(), input)),
    ),
    assign: api.assign.handler(({ input, context }) => context.act((tx) => assignEvaluations(tx, input))),
    feedbackToGive: api.feedbackToGive.handler(({ context }) =>
      context.act((tx) => feedbackToGive(tx, context.me())),
    ),
    giveFeedback: api.giveFeedback.handler(({ input, context }) =>
      context.act(async (tx) => {
        await giveFeedback(tx, context.me(), input)
        return {}
      }),
    ),
    feedback: api.feedback.handler(({ context }) =>
      context.act(async (tx) => ({ rows: await readFeedback(tx, context.me()) })),
    ),
    plans: api.plans.handler(({ input, context }) =>
      context.act(async (tx) => ({ rows: await findPlans(tx, input) })),
    ),
    savePlan: api.savePlan.handler(({ input, context }) =>
      context.act(async (tx) => {
        await savePlan(tx, context.me(), input)
        return {}
      }),
    ),
    signPlan: api.signPlan.handler(({ input, context }) =>
      context.act(async (tx) => {
        await signPlan(tx, context.me(), input)
        return {}
      }),
    ),
    closePlan: api.closePlan.handler(({ input, context }) =>
      context.act(async (tx) => {
        await closePlan(tx, context.me(), input)
        return {}
      }),
    ),
  })
}
