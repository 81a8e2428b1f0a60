import { implement, ORPCError } from '@orpc/server'
import { startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { importsContract, type JudgedRow, type RawRow } from '../contract.ts'
import { postalCodeOf, reportOf, schoolOf, siteOf } from '../rules.ts'
import { importRefusals } from '../messages.ts'
import { addRows } from './commands/add-rows.ts'
import { judgeRows } from './commands/judge-rows.ts'
import { leaveOutRow } from './commands/leave-out-row.ts'
import { startImport } from './commands/start-import.ts'
import * as imports from './queries/find-imports.ts'

explainRefusals(importRefusals)

export function importHandlers() {
  const api = implement(importsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => imports.list(tx, input.kind))),

    start: api.start.handler(async ({ input, context }) => {
      // First deletes an abandoned large file.
      await context.act((tx) => startImport(tx, context.me(), input), { deadlineMs: 28_000 })
      return { id: input.id }
    }),

    addRows: api.addRows.handler(({ input, context }) =>
      context.act(async (tx) => ({
        taken: await addRows(tx, input.id, await judge(tx, input.id, input.rows)),
      })),
    ),

    preview: api.preview.handler(({ input, context }) =>
      context.act(async (tx) => ({ counts: await judgeRows(tx, input.id) }), { deadlineMs: 28_000 }),
    ),

    rows: api.rows.handler(({ input, context }) => context.act((tx) => imports.findRows(tx, input))),

    leaveOut: api.leaveOut.handler(({ input, context }) =>
      context.act(
        async (tx) => ({
          counts: await leaveOutRow(tx, input),
        }),
        { deadlineMs: 28_000 },
      ),
    ),

    judge: api.judge.handler(({ input: { id, job_id }, context }) =>
      context.act(async (tx) => {
        const { file_name: name } = await found(tx, id)
        return startJob(tx, {
          id: job_id,
          kind: 'judge_import',
          title: titled('Compare', name),
          input: { import_id: id },
        })
      }),
    ),

    report: api.report.handler(async ({ input: { id }, context }) => {
      const { kind, file_name: name } = await context.act((tx) => found(tx, id))
      const { header } = reportOf(kind, [])
      return exportAnswer({
        subject: `import-report-${
          name
            .replace(/\.\w+$/, '')
            .replace(/[^A-Za-z0-9]+/g, '-')
            .slice(0, 60) || 'file'
        }`,
        format: 'csv',
        context,
        columns: header.map((heading, column) => ({
          header: heading,
          value: (row: JudgedRow) => reportOf(kind, [row]).rows[0]![column],
        })),
        rows: rowsOfPages((after?: JudgedRow) =>
          context.act((tx) => imports.rowsAfter(tx, id, after?.line ?? 0)),
        ),
      })
    }),

    commit: api.commit.handler(({ input: { id, job_id, with_changes }, context }) =>
      context.act(async (tx) => {
        const { file_name: name } = await found(tx, id)
        return startJob(tx, {
          id: job_id,
          kind: 'commit_import',
          title: titled('Write', name),
          input: { import_id: id, with_changes },
        })
      }),
    ),
  })
}

const titled = (verb: string, name: string): string => `${verb} ${name}`.slice(0, 200)

async function found(tx: Tx, id: string) {
  const it = await imports.findImport(tx, id)
  if (!it) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that import.' })
  return it
}

async function judge(tx: Tx, id: string, rows: RawRow[]) {
  const { kind } = await found(tx, id)
  const zipOf = ({ cells }: RawRow): string | null => postalCodeOf(cells['postal_code'] ?? '')
  const counties = await imports.countiesOf(
    tx,
    rows.flatMap((row) => zipOf(row) ?? []),
  )
  return rows.map((row) => ({
    line: row.line,
    ...(kind === 'sites' ? siteOf : schoolOf)(row.cells, counties.get(zipOf(row) ?? '')),
  }))
}
