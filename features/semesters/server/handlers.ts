import { randomUUID } from 'node:crypto'
import { implement, ORPCError } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import { exportName } from '#platform/server/export.ts'
import type { ActOptions } from '#platform/server/actor.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import { explainConstraint } from '#platform/server/pg-errors.ts'
import {
  type CopyRequest,
  type Lifecycle,
  type Semester,
  type SemesterFields,
  type SemesterRow,
  semestersContract,
} from '../contract.ts'
import {
  lifecycleLabels,
  lifecycleNow,
  overlapMessage,
  overlapsOf,
  deltaOf,
  planCopy,
  problemsOf,
  semesterTypeLabels,
  undoBlocker,
  undoText,
  type ShiftToCopy,
} from '../rules.ts'
import {
  archiveBlocker,
  datesBlocker,
  deactivationBlocker,
  deletionOf,
  recordsKeep,
} from '../rules/ending.ts'
import { versionConflict } from '#platform/server/version-conflict.ts'
import { versionedSemester } from './queries/versioned-semester.ts'
import { listFill } from './queries/list-fill.ts'
import { listUnitDays } from './queries/list-unit-days.ts'
import { searchSemesters, type SemesterSearch } from './queries/search-semesters.ts'
import { closeSemester, reopenSemester } from './commands/close-semester.ts'
import { createSemester } from './commands/create-semester.ts'
import { insertCopies } from './commands/insert-copies.ts'
import { recordCopy } from './commands/record-copy.ts'
import { removeSemester } from './commands/remove-semester.ts'
import { setArchived } from './commands/set-archived.ts'
import { undoCopy } from './commands/undo-copy.ts'
import { updateSemester } from './commands/update-semester.ts'
import { daysOutside } from './queries/days-outside.ts'
import { countMissingReports } from './queries/count-missing-reports.ts'
import { countShifts } from './queries/count-shifts.ts'
import { holidaysBetween } from './queries/holidays-between.ts'
import { findCopy, listCopies, lockCopy } from './queries/list-copies.ts'
import {
  type SemesterRecord,
  findCurrentSemester,
  findSemester,
  listSemesters,
  listSemestersByIds,
  lockSemester,
} from './queries/list-semesters.ts'
import { alikeToCopy, shiftsToCopy } from './queries/shifts-to-copy.ts'
import { zoneOf } from './queries/zone-of.ts'

explainConstraint('semesters_school_id_name_key', 'This school already has a semester of that name.', 'name')
explainConstraint('semesters_no_overlap', 'Active semesters of one type must not overlap.', 'start_date')

/** Writing or deleting ten thousand shifts on a busy machine takes longer than the usual limit of a request. */
const manyShifts: ActOptions = { deadlineMs: 15_000 }

type Copied = {
  id: string
  targetId: string
  delta: number
  options: { instructors: boolean; units: boolean; capacity: boolean; series: boolean; cohorts: boolean }
}
/** Copies what belongs to a semester in features that depend on this one. */
type Downstream = {
  copyRotations: (tx: Tx, actorId: string, copy: Copied) => Promise<void>
  undoRotations: (tx: Tx, copyId: string) => Promise<void>
}
const nothing: Downstream = { copyRotations: async () => {}, undoRotations: async () => {} }

export function semesterHandlers({ copyRotations, undoRotations }: Downstream = nothing) {
  const api = implement(semestersContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

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

    search: api.search.handler(({ input, context }) =>
      context.act(async (tx) => {
        const fitting = await findIds(tx, input)
        const first = (input.page - 1) * input.page_size
        return { rows: await load(tx, fitting.slice(first, first + input.page_size)), total: fitting.length }
      }),
    ),

    exportCsv: api.exportCsv.handler(({ input, context }) =>
      context.act(async (tx) => {
        const rows = await load(tx, await findIds(tx, input))
        return {
          filename: exportName('semesters'),
          csv: toCsv(exportColumns, rows.map(exportRow)),
          rows: rows.length,
        }
      }),
    ),

    calendar: api.calendar.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const timeZone = await zoneOf(tx, input.school_id)
        if (!timeZone) throw errors.NOT_FOUND()
        return {
          time_zone: timeZone,
          holidays: await holidaysBetween(tx, input.start_date, input.end_date),
        }
      }),
    ),

    get: api.get.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const found = await findSemester(tx, input.id)
        if (!found) throw errors.NOT_FOUND()
        const semester = asSemester(found)
        return {
          ...semester,
          school_name: found.school_name,
          shifts_by_status: await countShifts(tx, input.id),
          // Only where it is asked for: other pages read many semesters, and the hours of a school are many.
          reports_missing: semester.lifecycle === 'closed' ? await countMissingReports(tx, input.id) : 0,
          holidays: await holidaysBetween(tx, found.start_date, found.end_date),
        }
      }),
    ),

    create: api.create.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        refuseProblems(input)
        // The same request again (a retry after a lost response) finds what the first one created.
        const existing = await findSemester(tx, input.id)
        if (existing && existing.school_id === input.school_id) return asSemester(existing)
        await refuseOverlap(tx, input, errors.OVERLAP)
        await createSemester(tx, input)
        return asSemester((await findSemester(tx, input.id))!)
      }),
    ),

    update: api.update.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        refuseProblems(input)
        const held = await lockSemester(tx, input.id)
        if (!held) throw errors.NOT_FOUND()
        if (held.version !== input.version)
          throw errors.CONFLICT(await versionConflict(tx, versionedSemester, input, asSemester(held)))
        await refuseOverlap(tx, { ...input, school_id: held.school_id }, errors.OVERLAP)
        refuseFields(datesBlocker(input, await daysOutside(tx, input)) ?? {})
        const stays =
          held.is_active && !input.is_active && deactivationBlocker(held, await countShifts(tx, held.id))
        if (stays) refuseFields({ is_active: stays })
        if (!(await updateSemester(tx, input)))
          throw new ORPCError('FORBIDDEN', { message: 'You may not do this.' })
        return asSemester((await findSemester(tx, input.id))!)
      }),
    ),

    remove: api.remove.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const held = await lockSemester(tx, input.id)
        if (!held) throw errors.NOT_FOUND()
        if (held.version !== input.version)
          throw errors.CONFLICT(await versionConflict(tx, versionedSemester, input, asSemester(held)))
        const shiftsByStatus = await countShifts(tx, input.id)
        const verdict = deletionOf(asSemester(held), shiftsByStatus)
        if (!verdict.allowed)
          throw errors.HAS_SHIFTS({ message: verdict.message, data: { shifts_by_status: shiftsByStatus } })
        const drafts_removed = await removeSemester(tx, input.id).catch((error: unknown) => {
          // A foreign key: hours, evaluations, reports, capstone projects, wishlists, automations and terms of Canvas keep their semester.
          if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
          throw errors.HAS_SHIFTS({
            message: recordsKeep(held),
            data: { shifts_by_status: shiftsByStatus },
          })
        })
        return { drafts_removed }
      }, manyShifts),
    ),

    archive: api.archive.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const held = await lockSemester(tx, input.id)
        if (!held) throw errors.NOT_FOUND()
        if (held.version !== input.version)
          throw errors.CONFLICT(await versionConflict(tx, versionedSemester, input, asSemester(held)))
        const blocker = archiveBlocker(asSemester(held), await countShifts(tx, input.id))
        if (blocker) throw errors.HAS_SHIFTS({ message: blocker })
        await setArchived(tx, input.id, true)
        return asSemester((await findSemester(tx, input.id))!)
      }),
    ),

    restore: api.restore.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const held = await lockSemester(tx, input.id)
        if (!held) throw errors.NOT_FOUND()
        if (held.version !== input.version)
          throw errors.CONFLICT(await versionConflict(tx, versionedSemester, input, asSemester(held)))
        await setArchived(tx, input.id, false)
        return asSemester((await findSemester(tx, input.id))!)
      }),
    ),

    reopen: api.reopen.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const held = await findSemester(tx, input.id)
        if (!held) throw errors.NOT_FOUND()
        const current = asSemester(held)
        if (held.version !== input.version)
          throw errors.CONFLICT(await versionConflict(tx, versionedSemester, input, current))
        if (current.lifecycle !== 'closed') throw errors.NOT_CLOSED()
        // The command checks the version again, in case someone else was faster.
        if (!(await reopenSemester(tx, input))) throw errors.NOT_CLOSED()
        return asSemester((await findSemester(tx, input.id))!)
      }),
    ),

    close: api.close.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const held = await findSemester(tx, input.id)
        if (!held) throw errors.NOT_FOUND()
        if (held.version !== input.version)
          throw errors.CONFLICT(await versionConflict(tx, versionedSemester, input, asSemester(held)))
        if (!(await closeSemester(tx, input))) throw errors.NOT_REOPENED()
        return asSemester((await findSemester(tx, input.id))!)
      }),
    ),

    previewCopy: api.previewCopy.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const { target } = input
        const terms = {
          source: await findSemester(tx, input.id),
          target: target.kind === 'new' ? target : await findSemester(tx, target.id),
        }
        const plan = await planOf(tx, input, terms, shiftsToCopy, () => errors.NOT_FOUND())
        return {
          ...plan,
          rows: plan.rows.map(({ shift: { id, title, unit_name, start_time, end_time }, ...row }) => ({
            ...row,
            shift_id: id,
            title,
            unit_name,
            start_time,
            end_time,
          })),
        }
      }),
    ),

    copy: api.copy.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const { idempotency_key: _key, ...request } = input
        const id = randomUUID()
        const { target } = request
        if (target.kind === 'new') refuseProblems(target)
        const source = await lockSemester(tx, request.id)
        if (!source) throw errors.NOT_FOUND()
        if (target.kind === 'new') {
          const semester = { ...target, school_id: source.school_id }
          await refuseOverlap(tx, semester, errors.OVERLAP)
          await createSemester(tx, semester)
        }
        const terms = { source, target: await lockSemester(tx, target.id) }
        const plan = await planOf(
          tx,
          request,
          terms,
          (...keys) => alikeToCopy(...keys, [...request.include, ...request.leave_out]),
          () => errors.NOT_FOUND(),
        )
        await recordCopy(tx, {
          id,
          schoolId: source.school_id,
          sourceId: source.id,
          targetId: target.id,
          mode: request.mode,
          deltaDays: plan.delta,
          copied: plan.copied,
          skippedByReason: plan.skipped_by_reason,
        })
        await insertCopies(
          tx,
          { id, targetId: target.id, delta: plan.delta, planned: plan.rows },
          request.options,
        )
        await copyRotations(tx, context.me().realUserId, {
          id,
          targetId: target.id,
          delta: plan.delta,
          options: request.options,
        })
        return {
          copy: (await findCopy(tx, id))!,
          semester: asSemester((await findSemester(tx, target.id))!),
        }
      }, manyShifts),
    ),

    undoCopy: api.undoCopy.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const copy = await lockCopy(tx, input.id)
        if (!copy) throw errors.NOT_FOUND()
        const kept = copy.no_longer_draft
        const refusal = undoBlocker(copy, Date.now(), input.drafts_only)
        if (refusal === 'undone') return { removed: 0, kept }
        if (refusal)
          throw errors.TOO_LATE({
            message: undoText(copy, refusal),
            data: { reason: refusal, shifts: copy.changed_shifts },
          })
        const removed = await undoCopy(tx, input.id)
        await undoRotations(tx, input.id)
        return { removed, kept }
      }, manyShifts),
    ),

    listCopies: api.listCopies.handler(({ input, context }) => context.act((tx) => listCopies(tx, input.id))),
  })
}

const exportColumns = [
  'School',
  'Semester',
  'Status',
  'Type',
  'Academic year',
  'First day',
  'Last day',
  'Active',
  'Shifts',
]

function exportRow(row: SemesterRow): (string | number)[] {
  return [
    row.school_name,
    row.name,
    lifecycleLabels[row.lifecycle],
    semesterTypeLabels[row.semester_type],
    row.academic_year,
    row.start_date,
    row.end_date,
    row.is_active ? 'yes' : 'no',
    row.shift_count,
  ]
}

/** The ids of matching semesters of all schools, in order. The lifecycle depends on today, so it is derived and filtered here. */
async function findIds(
  tx: Tx,
  filter: SemesterSearch & { lifecycle?: Lifecycle | undefined },
): Promise<string[]> {
  const found = await searchSemesters(tx, filter)
  return found
    .filter((standing) => !filter.lifecycle || lifecycleNow(standing) === filter.lifecycle)
    .map(({ id }) => id)
}

async function load(tx: Tx, ids: readonly string[]): Promise<SemesterRow[]> {
  const rows = await listSemestersByIds(tx, ids)
  return rows.map((row) => ({ ...asSemester(row), school_name: row.school_name }))
}

function asSemester(row: SemesterRecord): Semester {
  const {
    activated_at: _activated,
    archived_at: _archived,
    reopened_at: since,
    reopened_by_name: by_name,
    reopen_reason: reason,
    today: _today,
    school_name: _name,
    ...semester
  } = row
  return {
    ...semester,
    lifecycle: lifecycleNow(row),
    reopened: since && reason ? { at: since, by_name, reason } : null,
  }
}

const refuseProblems = (semester: SemesterFields): void => refuseFields(problemsOf(semester))

type Overlap = (options: {
  message: string
  data: {
    semesters: { id: string; name: string; start_date: string; end_date: string }[]
    fieldErrors: Record<string, string>
  }
}) => Error

/** Throws with the overlapping semesters; the exclusion constraint decides again if two people save at once. */
async function refuseOverlap(
  tx: Tx,
  semester: SemesterFields & { id: string; school_id: string },
  refuse: Overlap,
): Promise<void> {
  const overlaps = overlapsOf(semester, await listSemesters(tx, semester.school_id))
  if (overlaps.refused.length === 0) return
  const message = overlapMessage(overlaps)!
  const named = overlaps.refused.map(({ id, name, start_date, end_date }) => ({
    id,
    name,
    start_date,
    end_date,
  }))
  throw refuse({ message, data: { semesters: named, fieldErrors: { start_date: message } } })
}

/** What copying would do with the current rows; `read` loads the shifts one by one, or grouped with those that are alike. */
async function planOf<T extends ShiftToCopy>(
  tx: Tx,
  request: CopyRequest,
  terms: {
    source: SemesterRecord | undefined
    target: SemesterRecord | SemesterFields | undefined
  },
  read: (tx: Tx, source: string, target: string | null) => Promise<T[]>,
  notFound: () => Error,
) {
  const { source, target } = terms
  if (!source || !target || ('school_id' in target && target.school_id !== source.school_id)) throw notFound()
  return planCopy({
    source,
    target,
    shifts: await read(tx, source.id, 'id' in target ? target.id : null),
    mode: request.mode,
    holidays: await holidaysBetween(tx, target.start_date, target.end_date),
    unit_days: await listUnitDays(tx, source, deltaOf(request.mode, source.start_date, target.start_date)),
    options: request.options,
    include: request.include,
    leave_out: request.leave_out,
  })
}
