import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { semesterReportsContract } from '../contract.ts'
import { semesterReportRefusals } from '../messages.ts'
import { acknowledgeReport } from './commands/acknowledge-report.ts'
import { commentReport } from './commands/comment-report.ts'
import { lockReport } from './commands/lock-report.ts'
import { reviewReport } from './commands/review-report.ts'
import { startReports } from './commands/start-reports.ts'
import { stepReport } from './commands/step-report.ts'
import { getReport } from './queries/get-report.ts'
import { listReports } from './queries/list-reports.ts'
import { readReadiness } from './queries/readiness.ts'

explainRefusals(semesterReportRefusals)

export function semesterReportHandlers() {
  const api = implement(semesterReportsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({
    readiness: api.readiness.handler(({ input, context }) => context.act((tx) => readReadiness(tx, input))),
    run: api.run.handler(({ input: { no_patient_named: _tick, ...input }, context }) =>
      context.act((tx) => startReports(tx, input)),
    ),
    list: api.list.handler(({ input, context }) =>
      context.act((tx) => listReports(tx, context.me().role, input)),
    ),
    get: api.get.handler(({ input, context }) => context.act((tx) => getReport(tx, input.id))),
    comment: api.comment.handler(({ input, context }) =>
      context.act((tx) => {
        const { proctor_comment, strengths, goals_next, decision } = input
        return commentReport(tx, input, { proctor_comment, strengths, goals_next, decision })
      }),
    ),
    review: api.review.handler(({ input, context }) =>
      context.act((tx) => {
        const { school_comment, strengths, goals_next, decision } = input
        return reviewReport(tx, input, { school_comment, strengths, goals_next, decision })
      }),
    ),
    step: api.step.handler(({ input, context }) =>
      context.act(async (tx) => stepReport(tx, await lockReport(tx, input), input)),
    ),
    acknowledge: api.acknowledge.handler(({ input, context }) =>
      context.act((tx) => acknowledgeReport(tx, input, input.comment)),
    ),
  })
}
