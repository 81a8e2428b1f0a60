import { implement } from '@orpc/server'
import { addDays } from '#core/plain-date.ts'
import { rostersAsFacility } from '#features/privacy/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { type RosterShift, shiftApprovalsContract } from '../contract.ts'
import { lineOfCapstone, linesOf, rosterColumns, type RosterLine } from './export-columns.ts'
import { listCapstoneDays } from './queries/list-capstone-days.ts'
import { listInbox } from './queries/list-inbox.ts'
import { listOccupancy } from './queries/list-occupancy.ts'
import { listDay, listDayAfter } from './queries/list-day.ts'
import { listUnits } from './queries/list-units.ts'

export function shiftApprovalsHandlers() {
  const api = implement(shiftApprovalsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({
    units: api.units.handler(({ context }) => context.act(listUnits)),
    inbox: api.inbox.handler(({ input, context }) => context.act((tx) => listInbox(tx, input))),
    occupancy: api.occupancy.handler(({ input, context }) =>
      context.act((tx) => listOccupancy(tx, { ...input, to: addDays(input.from, input.days - 1) })),
    ),
    capstoneDays: api.capstoneDays.handler(({ input, context }) =>
      context.act((tx) => listCapstoneDays(tx, { ...input, to: addDays(input.from, input.days - 1) })),
    ),
    dayRoster: api.dayRoster.handler(({ input, context }) => rosterOf(context, input)),
    exportDayRoster: api.exportDayRoster.handler(
      ({ input: { format, columns: chosen, ...asked }, context }) =>
        exportAnswer({
          context,
          subject: 'roster',
          day: asked.date,
          format,
          chosen,
          columns: rosterColumns,
          rows: linesOfDay(context, asked),
        }),
    ),
  })
}

/** Every shift of the day, page by page, and the capstone students; each name is logged with the page that contains it. */
async function* linesOfDay(
  context: ActorContext,
  asked: Parameters<typeof listDay>[1],
): AsyncGenerator<RosterLine> {
  const shifts = rowsOfPages((after?: RosterShift) =>
    inSight(context, async (tx) => withRosters(tx, await listDayAfter(tx, asked, after))),
  )
  for await (const shift of shifts) yield* linesOf(shift)
  const span = { ...asked, from: asked.date, to: asked.date }
  yield* (await withTimeLimit(0, () => context.act((tx) => listCapstoneDays(tx, span)))).map(lineOfCapstone)
}

/** The students of a day. A logged read: someone who acts as another with view-only access writes no log, so they are shown no names. */
function rosterOf(
  context: ActorContext,
  filter: Parameters<typeof listDay>[1],
): Promise<{ shifts: RosterShift[]; is_more: boolean; total: number }> {
  return inSight(context, async (tx) => {
    const { shifts: rows, total } = await listDay(tx, filter)
    return { shifts: await withRosters(tx, rows), is_more: total > rows.length, total }
  })
}

/** Reads as the person; someone acting as another with view-only access can't write the log, and so gets no names. */
const inSight = <T>(context: ActorContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  context.act(work, { readOnly: context.me().impersonation?.mayWrite === false })

async function withRosters(tx: Tx, rows: readonly Omit<RosterShift, 'roster'>[]): Promise<RosterShift[]> {
  const rosters = await rostersAsFacility(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, roster: rosters.get(row.id)! }))
}
