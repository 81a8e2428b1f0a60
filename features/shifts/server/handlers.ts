import { implement, ORPCError } from '@orpc/server'
import { endGroup } from '#features/notifications/server/public.ts'
import { agreementGapRefusals } from '#features/partnerships/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { isNearDeadline, notReachedRefusal } from '#platform/server/time-left.ts'
import { withConflictDetails } from '#platform/server/version-conflict.ts'
import { type Outcome, type ShiftRow, shiftsContract } from '../contract.ts'
import { type GroupedAction, shiftRefusals } from '../messages.ts'
import { alternativeDays, freeWindows, maySortBySeats } from '../rules.ts'
import { exportColumns, seatColumns } from './export-columns.ts'
import { approveShift } from './commands/approve-shift.ts'
import { answerAboutShift } from './commands/answer-about-shift.ts'
import { askAboutShift } from './commands/ask-about-shift.ts'
import { closeShift } from './commands/close-shift.ts'
import { declineShift } from './commands/decline-shift.ts'
import { endShift } from './commands/end-shift.ts'
import type { Locked } from './commands/lock-shift.ts'
import { publishShift } from './commands/publish-shift.ts'
import { reopenShift } from './commands/reopen-shift.ts'
import { withdrawShift } from './commands/withdraw-shift.ts'
import { answerChange } from './commands/answer-change.ts'
import { answerCounter } from './commands/answer-counter.ts'
import { askChange } from './commands/ask-change.ts'
import { cloneShift } from './commands/clone-shift.ts'
import { counterShift } from './commands/counter-shift.ts'
import { createSeries } from './commands/create-series.ts'
import { createShifts } from './commands/create-shift.ts'
import { removeShift } from './commands/remove-shift.ts'
import { rejoinSeries, splitSeries } from './commands/split-series.ts'
import { submitShift } from './commands/submit-shift.ts'
import { updateShift } from './commands/update-shift.ts'
import { listSeries } from './queries/list-series.ts'
import { limitsOfPlan } from './queries/limits-of-plan.ts'
import { listTrail } from './queries/list-trail.ts'
import { listWindows } from './queries/list-windows.ts'
import type { Command } from './commands/run-each.ts'
import { startBulk } from './bulk.ts'
import { inWords } from './in-words.ts'
import { conflictOf, withConflicts } from './queries/versioned-shift.ts'
import { queueNotices } from './commands/queue-notices.ts'
import { groupNotifications, runEach } from './commands/run-each.ts'
import { findShift, shiftsOfSeries } from './queries/find-shift.ts'
import { listAfter, listInPassing, listShifts } from './queries/list-shifts.ts'
import { isNationwide } from './queries/shift-conditions.ts'
import { summarizeShifts } from './queries/summarize-shifts.ts'
import { listOptions } from './queries/list-options.ts'

explainRefusals(shiftRefusals)
// A trigger on shifts checks the agreement and reports a refusal with the agreement's codes.
explainRefusals(agreementGapRefusals)
refuseByConstraint('shifts_one_school_in_unit', 'shift.unit_taken')
refuseByConstraint('shifts_instructor_free', 'shift.instructor_taken')
refuseByConstraint('shifts_preceptor_free', 'shift.preceptor_taken')
refuseByConstraint('shifts_no_oversell', 'shift.oversold')

export function shiftHandlers() {
  const api = implement(shiftsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const notFound = () => new ORPCError('NOT_FOUND', { message: 'We can’t find that shift.' })
  const one = (context: ActorContext, sent: Locked, command: Command) =>
    withConflictDetails(
      () => context.act(command),
      () => context.act((tx) => conflictOf(tx, sent), { readOnly: true }),
    )
  const each = (
    context: ActorContext,
    action: GroupedAction,
    rows: readonly Locked[],
    command: (shift: Locked) => Command,
  ) => context.act((tx) => together(tx, action, rows, () => tryEach(tx, rows, command)))

  return api.router({
    list: api.list.handler(({ input: { page, page_size: size, is_brief: isBrief, ...filter }, context }) => {
      const { role } = context.me()
      if (filter.sort === 'seats' && role === 'superadmin' && !maySortBySeats(filter))
        throw new ORPCError('BAD_REQUEST', {
          message:
            'Choose a school, a facility or a day first. All shifts together can’t be sorted by free seats.',
        })
      const list = isBrief ? listInPassing : listShifts
      return context.act((tx) => list(tx, role, filter, { limit: size, offset: (page - 1) * size }))
    }),
    series: api.series.handler(({ input: { page, page_size: size, ...filter }, context }) => {
      const { role } = context.me()
      if (isNationwide(filter, role))
        throw new ORPCError('BAD_REQUEST', { message: 'Choose a school or a facility first.' })
      return context.act((tx) => listSeries(tx, role, filter, { limit: size, offset: (page - 1) * size }))
    }),
    export: api.export.handler(({ input: { format, columns: chosen, ...filter }, context }) =>
      exportAnswer({
        context,
        subject: 'shifts',
        format,
        chosen,
        columns: context.me().role === 'facility_admin' ? exportColumns : seatColumns,
        rows: rowsOfPages((after?: ShiftRow) =>
          context.act((tx) => listAfter(tx, context.me().role, filter, after)),
        ),
      }),
    ),
    get: api.get.handler(({ input, context }) =>
      context.act(async (tx) => {
        const found = await findShift(tx, input.id)
        if (!found) throw notFound()
        return found
      }),
    ),
    trail: api.trail.handler(({ input, context }) => context.act((tx) => listTrail(tx, input.id))),
    options: api.options.handler(({ input, context }) =>
      context.act((tx) => listOptions(tx, input.school_id ?? null)),
    ),
    limits: api.limits.handler(({ input, context }) =>
      context.act((tx) => limitsOfPlan(tx, input.shift_id, input)),
    ),
    freeWindows: api.freeWindows.handler(({ input: { id, is_day_fixed: isDayFixed }, context }) =>
      context.act(async (tx) => {
        const days = isDayFixed ? [0] : alternativeDays
        const { shift, candidates } = await listWindows(tx, { id, days, role: context.me().role })
        return shift ? freeWindows(shift, candidates) : []
      }),
    ),
    summary: api.summary.handler(({ input, context }) =>
      context.act((tx) =>
        summarizeShifts(tx, context.me().role, input.school_id ?? null, input.semester_id ?? null),
      ),
    ),

    create: api.create.handler(({ input: { id, school_id: schoolId, ...fields }, context }) =>
      context.act(async (tx) => {
        await createShifts(tx, context.me(), { schoolId, fields, days: [{ id, date: fields.date }] })
        return { id }
      }),
    ),
    createSeries: api.createSeries.handler(
      ({ input: { id, school_id: schoolId, pattern, ...fields }, context }) =>
        context.act(async (tx) => ({
          id,
          created: await createSeries(tx, context.me(), { id, schoolId, pattern, fields }),
        })),
    ),
    update: api.update.handler(({ input, context }) =>
      one(context, input, (tx) => updateShift(tx, context.me(), input)),
    ),
    updateSeries: api.updateSeries.handler(
      ({ input: { id, version, scope, fields, reason, rest }, context }) =>
        context.act(async (tx) => {
          const ofSeries = await shiftsOfSeries(tx, id, scope)
          // The caller sent a version only for the shift on the page; that one must be unchanged.
          const reached = ofSeries
            .filter((shift) => !rest || rest.ids.includes(shift.id))
            .map((shift) => (shift.id === id ? { ...shift, version } : shift))
          if (reached.length === 0) throw notFound()
          const outcomes = await tryEach(
            tx,
            reached,
            (shift) => (at) => updateShift(at, context.me(), { ...shift, fields, reason }),
          )
          const changed = outcomes.filter(({ ok }) => ok).map((outcome) => outcome.id)
          if (scope !== 'one') await rejoinSeries(tx, changed)
          // The following shifts become their own series once they differ, and once each was reached.
          const isWhole = outcomes.every(({ reason: why }) => why !== notReachedRefusal.reason)
          const hasChanged = changed.length > 0 || rest?.has_changed === true
          if (scope === 'following' && isWhole && hasChanged) await splitSeries(tx, id, crypto.randomUUID())
          return outcomes
        }),
    ),
    remove: api.remove.handler(({ input, context }) =>
      each(context, 'remove', input.shifts, (shift) => (tx) => removeShift(tx, context.me(), shift)),
    ),
    submit: api.submit.handler(({ input, context }) =>
      each(
        context,
        'submit',
        input.shifts,
        (shift) => (tx) => submitShift(tx, context.me(), { ...shift, reason: input.lead_time_reason }),
      ),
    ),
    publish: api.publish.handler(({ input, context }) =>
      context.act(async (tx) => {
        const outcomes = await together(tx, 'publish', input.shifts, () =>
          tryEach(
            tx,
            input.shifts,
            (shift) => (at) => publishShift(at, context.me(), { ...shift, toBeNamed: input.to_be_named }),
          ),
        )
        await queueNotices(
          tx,
          outcomes.filter(({ ok }) => ok).map(({ id }) => id),
        )
        return outcomes
      }),
    ),
    withdraw: api.withdraw.handler(({ input, context }) =>
      each(
        context,
        'withdraw',
        input.shifts,
        (shift) => (tx) => withdrawShift(tx, context.me(), { ...shift, reason: input.reason }),
      ),
    ),
    cancel: api.cancel.handler(({ input, context }) =>
      each(
        context,
        'cancel',
        input.shifts,
        (shift) => (tx) =>
          endShift(tx, context.me(), { ...shift, event: 'cancel', code: input.code, reason: input.reason }),
      ),
    ),
    startBulk: api.startBulk.handler(({ input, context }) =>
      context.act((tx) => startBulk(tx, context.me(), input)),
    ),
    postpone: api.postpone.handler(({ input, context }) =>
      one(context, input, (tx) => endShift(tx, context.me(), { ...input, event: 'postpone', code: null })),
    ),
    approve: api.approve.handler(({ input, context }) =>
      each(
        context,
        'approve',
        input.shifts,
        (shift) => (tx) => approveShift(tx, context.me(), { ...shift, seats: input.seats, note: input.note }),
      ),
    ),
    decline: api.decline.handler(({ input, context }) =>
      each(
        context,
        'decline',
        input.shifts,
        (shift) => (tx) => declineShift(tx, context.me(), { ...shift, code: input.code, note: input.note }),
      ),
    ),
    ask: api.ask.handler(({ input, context }) =>
      one(context, input, (tx) => askAboutShift(tx, context.me(), input)),
    ),
    askSeveral: api.askSeveral.handler(({ input: { shifts: rows, question }, context }) =>
      each(context, 'ask', rows, (shift) => (tx) => askAboutShift(tx, context.me(), { ...shift, question })),
    ),
    answerSeveral: api.answerSeveral.handler(({ input: { shifts: rows, answer }, context }) =>
      each(
        context,
        'answer',
        rows,
        (shift) => (tx) => answerAboutShift(tx, context.me(), { ...shift, answer }),
      ),
    ),
    answer: api.answer.handler(({ input, context }) =>
      one(context, input, (tx) => answerAboutShift(tx, context.me(), input)),
    ),
    counter: api.counter.handler(({ input, context }) =>
      one(context, input, (tx) => counterShift(tx, context.me(), input)),
    ),
    counterSeveral: api.counterSeveral.handler(({ input: { shifts: rows, proposal, note }, context }) =>
      each(
        context,
        'counter',
        rows,
        (shift) => (tx) => counterShift(tx, context.me(), { ...shift, proposal, note }),
      ),
    ),
    answerCounters: api.answerCounters.handler(({ input: { shifts: rows, accept, reason }, context }) =>
      each(
        context,
        accept ? 'accept_counter' : 'decline_counter',
        rows,
        (shift) => (tx) => answerCounter(tx, context.me(), { ...shift, accept, reason }),
      ),
    ),
    answerCounter: api.answerCounter.handler(({ input, context }) =>
      one(context, input, (tx) => answerCounter(tx, context.me(), input)),
    ),
    askChange: api.askChange.handler(({ input, context }) =>
      one(context, input, (tx) => askChange(tx, context.me(), input)),
    ),
    answerChange: api.answerChange.handler(({ input, context }) =>
      one(context, input, (tx) => answerChange(tx, context.me(), input)),
    ),
    close: api.close.handler(({ input, context }) =>
      one(context, input, (tx) => closeShift(tx, context.me(), input)),
    ),
    reopen: api.reopen.handler(({ input, context }) =>
      one(context, input, (tx) => reopenShift(tx, context.me(), input)),
    ),
    clone: api.clone.handler(({ input: { id, new_id: newId, date, facility_id: unitId }, context }) =>
      context.act(async (tx) => {
        await cloneShift(tx, context.me(), { id, newId, date, unitId })
        return { id: newId }
      }),
    ),
  })
}

/** A command on several shifts is one notification for each person. */
async function together<Done>(
  tx: Tx,
  action: GroupedAction,
  rows: readonly Locked[],
  work: () => Promise<Done>,
): Promise<Done> {
  if (rows.length < 2) return work()
  await groupNotifications(tx, `shifts ${crypto.randomUUID()}`, action)
  const done = await work()
  await endGroup(tx)
  return done
}

/** Runs one command on each shift until time runs out; a shift that changed in the meantime is returned with both versions. */
async function tryEach(
  tx: Tx,
  rows: readonly Locked[],
  command: (shift: Locked) => Command,
): Promise<Outcome[]> {
  return withConflicts(tx, rows, await runEach(tx, rows, command, inWords, isNearDeadline))
}
