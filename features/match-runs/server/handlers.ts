import { implement } from '@orpc/server'
import { startJob } from '#features/jobs/server/public.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { matchRunsContract, weights as weightsShape } from '../contract.ts'
import { runRefusals } from '../messages.ts'
import { answerConcern } from './commands/answer-concern.ts'
import { discardRun } from './commands/discard-run.ts'
import { checkPublishable } from './commands/publish-run.ts'
import { assignStudent, previewPlacement, undoEdit } from './commands/assign-student.ts'
import { raiseConcern } from './commands/raise-concern.ts'
import { saveWeights } from './commands/save-weights.ts'
import { startRun } from './commands/start-run.ts'
import { getRun } from './queries/get-run.ts'
import { getWeights } from './queries/get-weights.ts'
import { listConcerns } from './queries/list-concerns.ts'
import { listRuns } from './queries/list-runs.ts'
import { ownResult } from './queries/own-result.ts'

explainRefusals(runRefusals)
refuseByConstraint('wishlist_runs_one_published', 'run.decided')
refuseByConstraint('wishlist_concerns_campaign_id_student_id_fact_key', 'concern.raised')

export function matchRunHandlers() {
  const api = implement(matchRunsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act((tx) => listRuns(tx, { campaignId: input.campaign_id })),
    ),
    get: api.get.handler(({ input, context }) => context.act((tx) => getRun(tx, input.id))),
    start: api.start.handler(({ input, context }) =>
      context.act(async (tx) => {
        await startRun(tx, input)
        return (await listRuns(tx, { id: input.id }))[0]!
      }),
    ),
    discard: api.discard.handler(({ input, context }) =>
      context.act(async (tx) => {
        await discardRun(tx, input.id)
        return { id: input.id }
      }),
    ),
    preview: api.preview.handler(({ input, context }) => context.act((tx) => previewPlacement(tx, input))),
    assign: api.assign.handler(({ input, context }) =>
      context.act(async (tx) => {
        await assignStudent(tx, context.me().realUserId, input)
        return getRun(tx, input.id)
      }),
    ),
    undo: api.undo.handler(({ input, context }) =>
      context.act(async (tx) => {
        await undoEdit(tx, input)
        return getRun(tx, input.id)
      }),
    ),
    weights: api.weights.handler(({ input, context }) =>
      context.act(async (tx) => weightsShape.parse(await getWeights(tx, input.campaign_id))),
    ),
    saveWeights: api.saveWeights.handler(({ input, context }) =>
      context.act(async (tx) => {
        await saveWeights(tx, input.campaign_id, input.weights)
        return input.weights
      }),
    ),
    publish: api.publish.handler(({ input: { id, job_id }, context }) =>
      context.act(async (tx) => {
        const { school_id, title } = await checkPublishable(tx, id)
        return startJob(tx, { id: job_id, kind: 'publish_match', title, school_id, input: { run_id: id } })
      }),
    ),
    mine: api.mine.handler(({ input, context }) =>
      context.act((tx) => ownResult(tx, context.me().userId, input.campaign_id)),
    ),
    raiseConcern: api.raiseConcern.handler(({ input, context }) =>
      context.act(async (tx) => {
        const student = context.me().userId
        await raiseConcern(tx, student, input)
        return ownResult(tx, student, input.campaign_id)
      }),
    ),
    concerns: api.concerns.handler(({ input, context }) =>
      context.act((tx) => listConcerns(tx, input.campaign_id)),
    ),
    answerConcern: api.answerConcern.handler(({ input, context }) =>
      context.act(async (tx) => listConcerns(tx, await answerConcern(tx, context.me().realUserId, input))),
    ),
  })
}
