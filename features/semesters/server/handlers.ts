import { implement } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { ActOptions } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { exportName } from '#platform/server/export.ts'
import { type ActorContext, guard, type RequestContext, validateAfterGuard } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import { type Semester, semestersContract } from '../contract.ts'
import { semesterRefusals } from '../messages.ts'
import { archiveSemester } from './commands/archive-semester.ts'
import { closeSemester } from './commands/close-semester.ts'
import { copySemester } from './commands/copy-semester.ts'
import { createSemester } from './commands/create-semester.ts'
import type { Copied } from './commands/insert-copies.ts'
import type { Seen } from './commands/lock-semester.ts'
import { removeSemester } from './commands/remove-semester.ts'
import { reopenSemester } from './commands/reopen-semester.ts'
import { restoreSemester } from './commands/restore-semester.ts'
import { undoCopy } from './commands/undo-copy.ts'
import { updateSemester } from './commands/update-semester.ts'
import { exportColumns, exportLine } from './export-columns.ts'
import { ownErrors } from './own-errors.ts'
import { asSemester, getDetail, getSemester, listRows } from './queries/get-semester.ts'
import { holidaysBetween } from './queries/holidays-between.ts'
import { getCopy, listCopies } from './queries/list-copies.ts'
import { listFill } from './queries/list-fill.ts'
import { findCurrentSemester, listSemesters } from './queries/list-semesters.ts'
import { previewCopy } from './queries/plan-copy.ts'
import { searchSemesters } from './queries/search-semesters.ts'
import { versionedSemester } from './queries/versioned-semester.ts'
import { zoneOf } from './queries/zone-of.ts'

explainRefusals(semesterRefusals)
refuseByConstraint('semesters_school_id_name_key', 'semester.name_taken')
refuseByConstraint('semesters_no_overlap', 'semester.overlaps_new')

/** Writing or deleting ten thousand shifts on a busy machine takes longer than the usual limit of a request. */
const manyShifts: ActOptions = { deadlineMs: 15_000 }

/** Copies what belongs to a semester in features that depend on this one. */
type Downstream = {
  copyRotations: (tx: Tx, actorId: string, copy: Copied) => Promise<void>
  undoRotations: (tx: Tx, copyId: string) => Promise<void>
}
const nothing: Downstream = { copyRotations: async () => {}, undoRotations: async () => {} }

export function semesterHandlers({ copyRotations, undoRotations }: Downstream = nothing) {
  const api = implement(semestersContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
    .use(ownErrors)

  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act(async (tx) => (await listSemesters(tx, input.school_id)).map(asSemester)),
    ),
    fill: api.fill.handler(({ input, context }) => context.act((tx) => listFill(tx, input.school_id))),
    current: api.current.handler(({ input, context }) =>
      context.act(async (tx) => {
        const found = await findCurrentSemester(tx, input.school_id)
        return found ? asSemester(found) : null
      }),
    ),
    search: api.search.handler(({ input: { page, page_size: size, ...filter }, context }) =>
      context.act(async (tx) => {
        const ids = await searchSemesters(tx, filter)
        return { rows: await listRows(tx, ids.slice((page - 1) * size, page * size)), total: ids.length }
      }),
    ),
    exportCsv: api.exportCsv.handler(({ input, context }) =>
      context.act(async (tx) => {
        const rows = await listRows(tx, await searchSemesters(tx, input))
        const csv = toCsv(exportColumns, rows.map(exportLine))
        return { filename: exportName('semesters'), csv, rows: rows.length }
      }),
    ),
    calendar: api.calendar.handler(({ input, context }) =>
      context.act(async (tx) => ({
        time_zone:
          (await zoneOf(tx, input.school_id)) ?? refuse(semesterRefusals, refusal('semester.school_missing')),
        holidays: await holidaysBetween(tx, input.start_date, input.end_date),
      })),
    ),
    get: api.get.handler(({ input, context }) => context.act((tx) => getDetail(tx, input.id))),

    create: api.create.handler(({ input, context }) =>
      context.act(async (tx) => {
        await createSemester(tx, input)
        return getSemester(tx, input.id)
      }),
    ),
    update: api.update.handler(({ input, context }) =>
      change(context, input, (tx) => updateSemester(tx, input)),
    ),
    remove: api.remove.handler(({ input, context }) =>
      command(
        context,
        input,
        async (tx) => ({ drafts_removed: await removeSemester(tx, input) }),
        manyShifts,
      ),
    ),
    archive: api.archive.handler(({ input, context }) =>
      change(context, input, (tx) => archiveSemester(tx, input)),
    ),
    restore: api.restore.handler(({ input, context }) =>
      change(context, input, (tx) => restoreSemester(tx, input)),
    ),
    reopen: api.reopen.handler(({ input, context }) =>
      change(context, input, (tx) => reopenSemester(tx, input, context.me().role, input.reason)),
    ),
    close: api.close.handler(({ input, context }) =>
      change(context, input, (tx) => closeSemester(tx, input, context.me().role)),
    ),

    previewCopy: api.previewCopy.handler(({ input, context }) => context.act((tx) => previewCopy(tx, input))),
    copy: api.copy.handler(({ input, context }) =>
      context.act(async (tx) => {
        const copied = await copySemester(tx, input)
        await copyRotations(tx, context.me().realUserId, copied)
        return { copy: await getCopy(tx, copied.id), semester: await getSemester(tx, copied.targetId) }
      }, manyShifts),
    ),
    undoCopy: api.undoCopy.handler(({ input, context }) =>
      context.act((tx) => undoCopy(tx, input, undoRotations), manyShifts),
    ),
    listCopies: api.listCopies.handler(({ input, context }) => context.act((tx) => listCopies(tx, input.id))),
  })
}

type Acting = Pick<ActorContext, 'act'>

/** A guarded command on one semester; an outdated version is refused with both versions (decision 036). */
const command = <T>(
  { act }: Acting,
  seen: Seen,
  work: (tx: Tx) => Promise<T>,
  options?: ActOptions,
): Promise<T> =>
  withConflictDetails(
    () => act(work, options),
    () => act(async (tx) => versionConflict(tx, versionedSemester, seen, await getSemester(tx, seen.id))),
  )

/** A command that changes the semester, which it returns. */
const change = (context: Acting, seen: Seen, work: (tx: Tx) => Promise<void>): Promise<Semester> =>
  command(context, seen, async (tx) => {
    await work(tx)
    return getSemester(tx, seen.id)
  })
