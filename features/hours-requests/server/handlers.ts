import { implement } from '@orpc/server'
import { todayIn } from '#core/plain-date.ts'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { ownZone } from '#platform/server/own-zone.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { hoursRequestsContract } from '../contract.ts'
import { hoursRequestRefusals } from '../messages.ts'
import { answerRequest, withdrawRequest } from './commands/answer-request.ts'
import { confirmRequest } from './commands/confirm-request.ts'
import { decideRequest } from './commands/decide-request.ts'
import { reportHours } from './commands/report-hours.ts'
import { requestColumns } from './export-columns.ts'
import { findInstructors } from './queries/find-instructors.ts'
import { findReporter } from './queries/find-reporter.ts'
import {
  type ExportedRequest,
  listOfSchool,
  listOfSchoolAfter,
  listOwnRequests,
  listToConfirm,
  listWaiting,
} from './queries/list-requests.ts'

explainRefusals(hoursRequestRefusals)

export function hoursRequestHandlers() {
  const api = implement(hoursRequestsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({
    mine: api.mine.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { today, daysBack, hoursPerDay } = await findReporter(tx)
        const own = await listOwnRequests(tx, context.me().userId, input)
        const instructors = await findInstructors(tx, context.me().userId)
        return { ...own, today, days_back: daysBack, hours_per_day: hoursPerDay, instructors }
      }),
    ),
    waiting: api.waiting.handler(({ input, context }) =>
      context.act((tx) => listWaiting(tx, context.me().role, input)),
    ),
    list: api.list.handler(({ input, context }) => context.act((tx) => listOfSchool(tx, input))),
    export: api.export.handler(async ({ input: { format, columns: chosen, ...filter }, context }) => {
      const zone = await context.act(ownZone)
      return exportAnswer({
        context,
        subject: 'reported-hours',
        day: todayIn(zone),
        format,
        chosen,
        columns: requestColumns(zone),
        rows: rowsOfPages((after?: ExportedRequest) =>
          context.act((tx) => listOfSchoolAfter(tx, filter, after)),
        ),
      })
    }),
    toConfirm: api.toConfirm.handler(({ input, context }) =>
      context.act((tx) => listToConfirm(tx, context.me().userId, input)),
    ),
    confirm: api.confirm.handler(({ input, context }) =>
      context.act(async (tx) => {
        await confirmRequest(tx, input)
        return {}
      }),
    ),
    report: api.report.handler(({ input: { idempotency_key: _key, ...hours }, context }) =>
      context.act(async (tx) => {
        await reportHours(tx, context.me().userId, hours)
        return {}
      }),
    ),
    answer: api.answer.handler(({ input, context }) =>
      context.act(async (tx) => {
        await answerRequest(tx, input)
        return {}
      }),
    ),
    withdraw: api.withdraw.handler(({ input, context }) =>
      context.act(async (tx) => {
        await withdrawRequest(tx, input.id)
        return {}
      }),
    ),
    decide: api.decide.handler(({ input, context }) =>
      context.act(async (tx) => {
        await decideRequest(tx, context.me().userId, input)
        return {}
      }),
    ),
  })
}
