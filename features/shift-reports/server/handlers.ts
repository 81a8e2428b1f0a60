import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { shiftReportsContract } from '../contract.ts'
import { reportRefusals } from '../messages.ts'
import { acceptReports } from './commands/accept-reports.ts'
import { closeIncident } from './commands/close-incident.ts'
import { correctHours } from './commands/correct-hours.ts'
import { decideReport } from './commands/decide-report.ts'
import { remindInstructors } from './commands/remind-instructors.ts'
import { reportIncident } from './commands/report-incident.ts'
import { saveReport } from './commands/save-report.ts'
import { submitReport } from './commands/submit-report.ts'
import { listSchoolReports } from './queries/list-school-reports.ts'
import { incidentsAtFacility, incidentsOnShift } from './queries/read-incidents.ts'
import { getReport, listReports } from './queries/read-reports.ts'

explainRefusals(reportRefusals)

/** In ms: fifty reports post the hours of some four hundred seats. */
const ACCEPT_MS = 20_000

export function shiftReportHandlers() {
  const api = implement(shiftReportsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act((tx) => listReports(tx, context.me().role, input)),
    ),
    listForSchool: api.listForSchool.handler(({ input, context }) =>
      context.act((tx) => listSchoolReports(tx, context.me().role, input)),
    ),
    get: api.get.handler(
      async ({ input, context }) =>
        (await context.act((tx) => getReport(tx, input.shift_id))) ??
        refuse(reportRefusals, refusal('shift_report.not_found')),
    ),
    save: api.save.handler(({ input, context }) => context.act((tx) => saveReport(tx, input))),
    submit: api.submit.handler(({ input, context }) => context.act((tx) => submitReport(tx, input))),
    decide: api.decide.handler(({ input, context }) => context.act((tx) => decideReport(tx, input))),
    acceptMany: api.acceptMany.handler(({ input, context }) =>
      context.act((tx) => acceptReports(tx, input.reports), { deadlineMs: ACCEPT_MS }),
    ),
    remind: api.remind.handler(({ input, context }) =>
      context.act(async (tx) => ({ reminded: await remindInstructors(tx, input.shift_ids) })),
    ),
    correctHours: api.correctHours.handler(({ input, context }) =>
      context.act((tx) => correctHours(tx, context.me(), input)),
    ),
    reportIncident: api.reportIncident.handler(({ input, context }) =>
      context.act(async (tx) => {
        await reportIncident(tx, context.me(), input)
        return { id: input.id }
      }),
    ),
    incidentsOnShift: api.incidentsOnShift.handler(({ input, context }) =>
      context.act((tx) => incidentsOnShift(tx, input.shift_id)),
    ),
    // A read that is logged, like a facility's roster: someone who acts as another with view-only access is shown no names.
    incidentsAtFacility: api.incidentsAtFacility.handler(({ input, context }) =>
      context.act((tx) => incidentsAtFacility(tx, input.shift_id), {
        readOnly: context.me().impersonation?.mayWrite === false,
      }),
    ),
    closeIncident: api.closeIncident.handler(({ input, context }) =>
      context.act(async (tx) => {
        await closeIncident(tx, context.me(), input)
        return {}
      }),
    ),
  })
}
