import { implement } from '@orpc/server'
import { todayIn } from '#core/plain-date.ts'
import { refuseIf } from '#core/refusal.ts'
import { attachment } from '#platform/server/attachment.ts'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { hoursContract } from '../contract.ts'
import { hoursRefusals } from '../messages.ts'
import { filterProgress, pdfBlocker, semestersOf, stampLines } from '../rules.ts'
import { enterHours } from './commands/enter-hours.ts'
import { reverseHours } from './commands/reverse-hours.ts'
import { findConcerns } from './queries/find-concerns.ts'
import { listPdf, progressPdf } from './progress-pdf.ts'
import { entryColumns, progressColumns } from './export-columns.ts'
import { type ExportedEntry, listEntries, listEntriesAfter } from './queries/list-entries.ts'
import { loadStamp } from './queries/load-stamp.ts'
import { listSchools } from './queries/list-schools.ts'
import { factsOfOne, loadProgress, progressOfOne } from './queries/load-progress.ts'

explainRefusals(hoursRefusals)
refuseByConstraint('hours_entries_reversed_once', 'hours.not_reversible')

export function hoursHandlers() {
  const api = implement(hoursContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    progress: api.progress.handler(async ({ input, context, errors }) => {
      const [facts] = await context.read(factsOfOne(input.student_id ?? context.me().userId))
      return facts ? progressOfOne(facts) : Promise.reject(errors.NOT_FOUND())
    }),
    concerns: api.concerns.handler(({ input, context }) =>
      context.act(async (tx) => ({
        rows: await findConcerns(tx, input.student_ids ?? [context.me().userId]),
      })),
    ),
    list: api.list.handler(async ({ input: { page, page_size: size, ...filter }, context }) => {
      const all = await context.act((tx) => loadProgress(tx, { school: filter.school_id ?? null }))
      const { rows, ...found } = filterProgress(all, filter)
      return { ...found, rows: rows.slice((page - 1) * size, page * size), total: rows.length }
    }),
    schools: api.schools.handler(({ input, context }) =>
      context.act((tx) => listSchools(tx, input), { deadlineMs: 15_000 }),
    ),
    export: api.export.handler(async ({ input: { format, columns: chosen, ...filter }, context }) => {
      const { all, made } = await context.act(async (tx) => ({
        all: await loadProgress(tx, { school: filter.school_id ?? null }),
        made: await loadStamp(tx, context.me(), { school: filter.school_id ?? null }),
      }))
      const { rows } = filterProgress(all, filter)
      const stamp = stampLines(made, {
        what: 'Student progress',
        semesters: semestersOf(rows),
        rows: rows.length,
        of: all.length,
      })
      if (format === 'pdf') {
        refuseIf(hoursRefusals, pdfBlocker(rows))
        return attachment('Student progress.pdf', 'application/pdf', await listPdf(rows, made, stamp))
      }
      return exportAnswer({
        context,
        subject: 'student-progress',
        day: todayIn(made.time_zone),
        stamp,
        format,
        chosen,
        columns: progressColumns(rows),
        rows: rowsOfPages(async (after?: unknown) => (after ? [] : rows)),
      })
    }),
    enter: api.enter.handler(({ input: { idempotency_key: _key, ...entry }, context }) =>
      context.act(async (tx) => {
        await enterHours(tx, entry)
        return {}
      }),
    ),
    takeBack: api.takeBack.handler(({ input, context }) =>
      context.act(async (tx) => {
        await reverseHours(tx, input)
        return {}
      }),
    ),
    progressPdf: api.progressPdf.handler(async ({ input: { student_id: student }, context, errors }) => {
      const [facts] = await context.read(factsOfOne(student))
      if (!facts) throw errors.NOT_FOUND()
      const made = await context.act((tx) => loadStamp(tx, context.me(), { student }))
      const progress = progressOfOne(facts)
      const stamp = stampLines(made, {
        what: 'Progress in clinical hours',
        semesters: semestersOf([progress]),
      })
      return attachment(
        `Progress ${progress.full_name}.pdf`,
        'application/pdf',
        await progressPdf(progress, made, stamp),
      )
    }),
    exportEntries: api.exportEntries.handler(
      async ({ input: { student_id, format, columns: chosen }, context }) => {
        const made = await context.act((tx) => loadStamp(tx, context.me(), { student: student_id }))
        return exportAnswer({
          stamp: stampLines(made, { what: 'Clinical hours', semesters: [] }),
          context,
          subject: 'clinical-hours',
          day: todayIn(made.time_zone),
          format,
          chosen,
          columns: entryColumns(made.time_zone),
          rows: rowsOfPages((after?: ExportedEntry) =>
            context.act((tx) => listEntriesAfter(tx, student_id, after)),
          ),
        })
      },
    ),
    entries: api.entries.handler(({ input, context }) => context.act((tx) => listEntries(tx, input))),
  })
}
