import { implement } from '@orpc/server'
import { todayIn } from '#core/plain-date.ts'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { explainConstraint, explainRefusals } from '#platform/server/pg-errors.ts'
import { hoursContract } from '../contract.ts'
import { hoursRefusals } from '../messages.ts'
import { foundIn, progressOf } from '../rules.ts'
import { enterHours } from './commands/enter-hours.ts'
import { takeBackHours } from './commands/take-back-hours.ts'
import { findConcerns } from './queries/find-concerns.ts'
import { entryColumns, progressColumns } from './export-columns.ts'
import { type ExportedEntry, listEntries, listEntriesAfter } from './queries/list-entries.ts'
import { listSchools } from './queries/list-schools.ts'
import { factsOfOne, loadProgress } from './queries/load-progress.ts'

explainRefusals(hoursRefusals)
explainConstraint('hours_entries_reversed_once', 'These hours were taken back already. Reload the page.')

export function hoursHandlers() {
  const api = implement(hoursContract).$context<RequestContext>().$config(guardFirst).use(guard)
  return api.router({
    progress: api.progress.handler(async ({ input, context, errors }) => {
      const [facts] = await context.read(factsOfOne(input.student_id ?? context.me().userId))
      return facts ? progressOf(facts, facts.school) : Promise.reject(errors.NOT_FOUND())
    }),
    concerns: api.concerns.handler(({ input, context }) =>
      context.act(async (tx) => ({
        rows: await findConcerns(tx, input.student_ids ?? [context.me().userId]),
      })),
    ),
    list: api.list.handler(async ({ input: { page, page_size: size, ...filter }, context }) => {
      const all = await context.act((tx) => loadProgress(tx, { school: filter.school_id ?? null }))
      const { rows, ...found } = foundIn(all, filter)
      return { ...found, rows: rows.slice((page - 1) * size, page * size), total: rows.length }
    }),
    schools: api.schools.handler(({ input, context }) =>
      context.act((tx) => listSchools(tx, input), { deadlineMs: 15_000 }),
    ),
    export: api.export.handler(async ({ input: { format, columns: chosen, ...filter }, context }) => {
      const all = await context.act((tx) => loadProgress(tx, { school: filter.school_id ?? null }))
      const { rows } = foundIn(all, filter)
      return exportAnswer({
        context,
        subject: 'student-progress',
        day: todayIn('America/New_York'),
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
        await takeBackHours(tx, input)
        return {}
      }),
    ),
    exportEntries: api.exportEntries.handler(({ input: { student_id, format, columns: chosen }, context }) =>
      exportAnswer({
        context,
        subject: 'clinical-hours',
        day: todayIn('America/New_York'),
        format,
        chosen,
        columns: entryColumns,
        rows: rowsOfPages((after?: ExportedEntry) =>
          context.act((tx) => listEntriesAfter(tx, student_id, after)),
        ),
      }),
    ),
    entries: api.entries.handler(({ input, context }) => context.act((tx) => listEntries(tx, input))),
  })
}
