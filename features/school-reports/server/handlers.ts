import { implement } from '@orpc/server'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { schoolReportsContract } from '../contract.ts'
import { savedReportRefusals } from '../messages.ts'
import { removeReport } from './commands/remove-report.ts'
import { saveReport } from './commands/save-report.ts'
import { listPeople, listSaved } from './queries/list-saved.ts'
import { readReport } from './queries/read-report.ts'

explainRefusals(savedReportRefusals)

const PAGE = 25

export function schoolReportHandlers() {
  const api = implement(schoolReportsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({
    table: api.table.handler(async ({ input: { kind, semester_id: semester, page }, context }) => {
      const { columns, rows } = await context.act((tx) => readReport(tx, kind, semester))
      const shown = rows.slice((page - 1) * PAGE, page * PAGE)
      const students = shown.flatMap((row) => (row as { of?: { student_id: string } }).of?.student_id ?? [])
      return {
        columns: columns.map(({ header, value }) => ({
          header,
          is_figure: rows.some((row) => typeof value(row) === 'number'),
        })),
        rows: shown.map((row) => columns.map(({ value }) => value(row) ?? null)),
        student_ids: [...new Set(students)],
        total: rows.length,
      }
    }),
    export: api.export.handler(async ({ input: { kind, semester_id: semester, format }, context }) => {
      const { columns, rows } = await context.act((tx) => readReport(tx, kind, semester))
      return exportAnswer({
        context,
        subject: kind.replaceAll('_', '-'),
        format,
        columns,
        rows: rowsOfPages(async (after?: unknown) => (after ? [] : rows)),
      })
    }),
    saved: api.saved.handler(({ context }) =>
      context.act(async (tx) => ({ rows: await listSaved(tx), people: await listPeople(tx) })),
    ),
    save: api.save.handler(({ input: { idempotency_key: _key, ...input }, context }) =>
      context.act((tx) => saveReport(tx, input)),
    ),
    remove: api.remove.handler(({ input, context }) =>
      context.act(async (tx) => {
        await removeReport(tx, input.id)
        return {}
      }),
    ),
  })
}
