import { implement, ORPCError } from '@orpc/server'
import type { Tx } from '#platform/server/db.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { importsContract, type RawRow } from '../contract.ts'
import { postalCodeOf, schoolOf, siteOf } from '../rules.ts'
import * as imports from './sql.ts'

/** As many rows are written by one statement: each stays far below its time limit. */
const SLICE = 500

export function importHandlers() {
  const api = implement(importsContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => imports.list(tx, input.kind))),

    start: api.start.handler(async ({ input, context }) => {
      await context.act((tx) => imports.start(tx, input))
      return { id: input.id }
    }),

    addRows: api.addRows.handler(({ input, context }) =>
      context.act(async (tx) => ({
        taken: await imports.addRows(tx, input.id, await judge(tx, input.id, input.rows)),
      })),
    ),

    preview: api.preview.handler(({ input, context }) =>
      context.act(async (tx) => ({ counts: await imports.preview(tx, input.id) })),
    ),

    rows: api.rows.handler(({ input, context }) => context.act((tx) => imports.findRows(tx, input))),

    leaveOut: api.leaveOut.handler(({ input, context }) =>
      context.act(async (tx) => ({
        counts: await imports.leaveOut(tx, input.id, input.line, input.is_left_out),
      })),
    ),

    commit: api.commit.handler(({ input, context }) =>
      context.act(
        async (tx) => {
          if (await imports.beginCommit(tx, input.id))
            for (const slice of await imports.slicesOf(tx, input.id, SLICE))
              await imports.write(tx, input.id, slice, input.with_changes)
          return { counts: await imports.finish(tx, input.id) }
        },
        { deadlineMs: 28_000 },
      ),
    ),
  })
}

async function judge(tx: Tx, id: string, rows: RawRow[]) {
  const kind = await imports.findKind(tx, id)
  if (!kind) throw new ORPCError('NOT_FOUND', { message: 'There is no such import.' })
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
