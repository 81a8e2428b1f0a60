import { implement } from '@orpc/server'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import type { Tx } from '#platform/server/db.ts'
import { type ExportColumn, exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { assignmentsContract } from '../contract.ts'
import { answerOffer } from './commands/answer-offer.ts'
import { answerSwap } from './commands/answer-swap.ts'
import { askToDrop } from './commands/ask-to-drop.ts'
import { assignMakeup } from './commands/assign-makeup.ts'
import { assignSeries } from './commands/assign-series.ts'
import { assignStudents } from './commands/assign-students.ts'
import { decideRequest } from './commands/decide-request.ts'
import { decideSwap } from './commands/decide-swap.ts'
import { dropSeat } from './commands/drop-seat.ts'
import { keepOnShift } from './commands/keep-on-shift.ts'
import { noteConflict } from './commands/note-conflict.ts'
import { proposeSwap } from './commands/propose-swap.ts'
import { removeSeat } from './commands/remove-seat.ts'
import { stayOnShift } from './commands/stay-on-shift.ts'
import { waiveMakeup } from './commands/waive-makeup.ts'
import { withdrawRequest } from './commands/withdraw-request.ts'
import { makeupColumns, shiftColumns, swapColumns } from './export-columns.ts'
import { findProctorStudents } from './queries/find-proctor-students.ts'
import { listMakeups } from './queries/list-makeups.ts'
import { listSwapPartners } from './queries/list-swap-partners.ts'
import { listSwaps } from './queries/list-swaps.ts'
import './refusals.ts'
import { askForSeat, joinWaitlist } from './commands/ask-for-seat.ts'
import { exportShifts } from './queries/export-shifts.ts'
import { listCandidates } from './queries/list-candidates.ts'
import { listWaiting } from './queries/list-waiting.ts'
import { atSignIn, atSignInText, availableShifts, myShifts } from './queries/own-shifts.ts'
import { proctorStudent, proctorStudents } from './queries/proctor-students.ts'
import { ownProgress } from './queries/progress-of.ts'
import { rosterOf } from './queries/roster-of.ts'

export function assignmentHandlers() {
  const api = implement(assignmentsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const done = async (context: ActorContext, command: (tx: Tx) => Promise<void>) => {
    await context.act(command)
    return {}
  }

  return api.router({
    mine: api.mine.handler(({ input, context }) => context.readJson(myShifts(input.semester_id ?? null))),
    available: api.available.handler(({ input, context }) => context.readJson(availableShifts(input))),
    progress: api.progress.handler(({ context }) =>
      context.act((tx) => ownProgress(tx, context.me().userId)),
    ),
    export: api.export.handler(({ input: { format, part, ...of }, context }) => {
      const now = new Date().toISOString()
      const answer = <Row>(
        subject: string,
        columns: readonly ExportColumn<Row>[],
        rows: (tx: Tx) => Promise<Row[]>,
      ) =>
        exportAnswer({
          context,
          subject,
          format,
          columns,
          // One page: a student's rows never exceed one response.
          rows: rowsOfPages(async (after?: Row) => (after ? [] : context.act(rows))),
        })
      if (part === 'swaps')
        return answer('my-swaps', swapColumns(context.me().userId), async (tx) => (await listSwaps(tx)).rows)
      if (part === 'makeups')
        return answer('my-make-ups', makeupColumns, async (tx) => (await listMakeups(tx)).rows)
      return answer(part === 'open' ? 'open-shifts' : 'my-shifts', shiftColumns(now), (tx) =>
        exportShifts(tx, { ...of, part }, now),
      )
    }),
    atSignIn: api.atSignIn.handler(({ context }) =>
      context.readJson(atSignIn(context.me().role), atSignInText(context.me().userId)),
    ),

    proctorStudents: api.proctorStudents.handler(({ context }) => context.act((tx) => proctorStudents(tx))),
    findProctorStudents: api.findProctorStudents.handler(({ input, context }) =>
      context.act((tx) => findProctorStudents(tx, input.q)),
    ),
    proctorStudent: api.proctorStudent.handler(async ({ input, context, errors }) => {
      const student = await context.act((tx) => proctorStudent(tx, input.student_id))
      if (!student) throw errors.NOT_FOUND()
      return student
    }),

    ask: api.ask.handler(({ input: { id, shift_id: shiftId, note }, context }) =>
      context.act((tx) => askForSeat(tx, { id, shiftId, note })),
    ),
    joinWaitlist: api.joinWaitlist.handler(({ input: { id, shift_id: shiftId }, context }) =>
      context.act((tx) => joinWaitlist(tx, { id, shiftId })),
    ),
    withdraw: api.withdraw.handler(({ input, context }) => done(context, (tx) => withdrawRequest(tx, input))),
    answerOffer: api.answerOffer.handler(({ input, context }) =>
      done(context, (tx) => answerOffer(tx, input)),
    ),
    drop: api.drop.handler(({ input, context }) => done(context, (tx) => dropSeat(tx, input))),
    askToDrop: api.askToDrop.handler(({ input, context }) => done(context, (tx) => askToDrop(tx, input))),
    noteConflict: api.noteConflict.handler(({ input, context }) =>
      done(context, (tx) => noteConflict(tx, input)),
    ),

    stay: api.stay.handler(({ input, context }) => done(context, (tx) => stayOnShift(tx, input))),

    roster: api.roster.handler(({ input, context }) => context.act((tx) => rosterOf(tx, input.shift_id))),
    waiting: api.waiting.handler(({ context }) => context.act((tx) => listWaiting(tx))),
    candidates: api.candidates.handler(({ input, context }) =>
      context.act((tx) => listCandidates(tx, input.shift_id, input.q)),
    ),
    assign: api.assign.handler(({ input, context }) =>
      context.act((tx) =>
        assignStudents(tx, {
          shiftId: input.shift_id,
          students: input.student_ids,
          reason: input.override_reason,
        }),
      ),
    ),
    assignSeries: api.assignSeries.handler(({ input, context }) =>
      context.act((tx) =>
        assignSeries(tx, {
          shiftId: input.shift_id,
          students: input.student_ids,
          reason: input.override_reason,
        }),
      ),
    ),
    decide: api.decide.handler(({ input, context }) => done(context, (tx) => decideRequest(tx, input))),
    remove: api.remove.handler(({ input, context }) => done(context, (tx) => removeSeat(tx, input))),
    keep: api.keep.handler(({ input, context }) => done(context, (tx) => keepOnShift(tx, input))),

    swapPartners: api.swapPartners.handler(({ input, context }) =>
      context.act((tx) => listSwapPartners(tx, input.id)),
    ),
    swaps: api.swaps.handler(({ input, context }) => context.act((tx) => listSwaps(tx, input))),
    proposeSwap: api.proposeSwap.handler(({ input, context }) =>
      context.act(async (tx) => {
        await proposeSwap(tx, input)
        return { id: input.id }
      }),
    ),
    answerSwap: api.answerSwap.handler(({ input, context }) =>
      context.act(async (tx) => ({
        status: await answerSwap(tx, input),
      })),
    ),
    decideSwap: api.decideSwap.handler(({ input, context }) => done(context, (tx) => decideSwap(tx, input))),

    makeups: api.makeups.handler(({ input, context }) => context.act((tx) => listMakeups(tx, input))),
    assignMakeup: api.assignMakeup.handler(({ input, context }) =>
      context.act((tx) =>
        assignMakeup(tx, { id: input.id, shiftId: input.shift_id, reason: input.override_reason }),
      ),
    ),
    waiveMakeup: api.waiveMakeup.handler(({ input, context }) =>
      done(context, (tx) => waiveMakeup(tx, input)),
    ),
  })
}
