import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { attendanceContract } from '../contract.ts'
import { attendanceRefusals } from '../messages.ts'
import { callOut } from './commands/call-out.ts'
import { checkIn } from './commands/check-in.ts'
import { checkOut } from './commands/check-out.ts'
import { markAttendance } from './commands/mark-attendance.ts'
import { attendanceOf, listAttendance, listOwn } from './queries/list-attendance.ts'
import { listCodes } from './queries/list-codes.ts'

explainRefusals(attendanceRefusals)

/** `saltKey`: the server's secret from which codes are derived. */
export function attendanceHandlers({ saltKey }: { saltKey: string }) {
  const api = implement(attendanceContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    forShift: api.forShift.handler(
      // Reading names as a preceptor is logged; someone who impersonates one read-only sees no names.
      async ({ input, context }) =>
        (await context.act((tx) => listAttendance(tx, input.shift_id), {
          readOnly: context.me().role !== 'facility_admin' || context.me().impersonation?.mayWrite === false,
        })) ?? refuse(attendanceRefusals, refusal('attendance.not_found')),
    ),
    codes: api.codes.handler(({ input, context }) =>
      context.act((tx) => listCodes(tx, saltKey, input.shift_id)),
    ),
    mine: api.mine.handler(({ input, context }) =>
      context.act((tx) => listOwn(tx, context.me().userId, input.shift_id)),
    ),
    checkIn: api.checkIn.handler(({ input, context }) =>
      context.act(async (tx) => {
        await checkIn(tx, saltKey, input)
        return (await attendanceOf(tx, [input.id]))[0]!
      }),
    ),
    checkOut: api.checkOut.handler(({ input, context }) =>
      context.act(async (tx) => {
        await checkOut(tx, input)
        return (await attendanceOf(tx, [input.id]))[0]!
      }),
    ),
    callOut: api.callOut.handler(({ input, context }) =>
      context.act(async (tx) => {
        await callOut(tx, input)
        return (await attendanceOf(tx, [input.id]))[0]!
      }),
    ),
    mark: api.mark.handler(({ input, context }) =>
      context.act(async (tx) => {
        await markAttendance(tx, context.me(), input.shift_id, input.rows)
        return attendanceOf(
          tx,
          input.rows.map(({ id }) => id),
        )
      }),
    ),
  })
}
