import { implement } from '@orpc/server'
import { loadProgress } from '#features/hours/server/public.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { chartsContract } from '../contract.ts'
import { hoursByCohort, WEEKS_AHEAD } from '../rules.ts'
import { fillByWeek } from './queries/fill-by-week.ts'
import { responseTimes } from './queries/response-times.ts'
import { seatsBySchool } from './queries/seats-by-school.ts'
import { seatsByUnit } from './queries/seats-by-unit.ts'

export function chartHandlers() {
  const api = implement(chartsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    fill: api.fill.handler(({ input, context }) => context.act((tx) => fillByWeek(tx, input.semester_id))),
    hours: api.hours.handler(async ({ context }) =>
      hoursByCohort(await context.act((tx) => loadProgress(tx, { school: null }))),
    ),
    response: api.response.handler(({ input, context }) =>
      context.act((tx) => responseTimes(tx, input.semester_id)),
    ),
    schools: api.schools.handler(({ input, context }) =>
      context.act((tx) => seatsBySchool(tx, input.specialty ?? null)),
    ),
    units: api.units.handler(({ context }) => context.act((tx) => seatsByUnit(tx, WEEKS_AHEAD))),
  })
}
