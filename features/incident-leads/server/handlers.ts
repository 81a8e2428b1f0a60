import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { incidentLeadsContract } from '../contract.ts'
import { incidentLeadRefusals } from '../messages.ts'
import { nameIncidentLead } from './commands/name-incident-lead.ts'
import { getIncidentLead } from './queries/incident-lead.ts'

explainRefusals(incidentLeadRefusals)

export function incidentLeadHandlers() {
  const api = implement(incidentLeadsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({
    get: api.get.handler(
      async ({ input, context }) =>
        (await context.act((tx) => getIncidentLead(tx, input.facility_id))) ??
        refuse(incidentLeadRefusals, refusal('incident_lead.no_facility')),
    ),
    name: api.name.handler(({ input, context }) =>
      context.act(async (tx) => {
        await nameIncidentLead(tx, context.me(), input)
        return {}
      }),
    ),
  })
}
