import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import { startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import type { Viewer } from '#platform/server/session.ts'
import { hoursImportsContract, type HoursRow } from '../contract.ts'
import { hoursImportRefusals } from '../messages.ts'
import { judgeHours } from '../rules.ts'
import { undoImport } from './commands/undo-import.ts'
import { itemsOf } from './jobs.ts'
import { findImport, findImportedLines, listImports } from './queries/find-import.ts'
import { findKnown } from './queries/find-known.ts'

export function hoursImportHandlers() {
  const api = implement(hoursImportsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({
    check: api.check.handler(({ input, context }) =>
      context.act(
        async (tx) => {
          const { judged } = await judge(tx, context.me(), input)
          return { rows: judged.map(({ posts: _posts, ...row }) => row) }
        },
        { deadlineMs: 20_000 },
      ),
    ),
    start: api.start.handler(({ input, context }) =>
      context.act(
        async (tx) => {
          const { judged, schoolId } = await judge(tx, context.me(), input)
          return startJob(tx, {
            id: input.job_id,
            kind: 'import_hours',
            title: `Import hours from ${input.file_name}`.slice(0, 200),
            school_id: schoolId,
            input: { school_id: schoolId, file_name: input.file_name },
            items: itemsOf(judged),
          })
        },
        { deadlineMs: 20_000 },
      ),
    ),
    list: api.list.handler(({ input, context }) =>
      context.act(async (tx) => ({
        rows: await listImports(tx, schoolOf(context.me(), input.school_id ?? null)),
      })),
    ),
    get: api.get.handler(({ input, context }) =>
      context.act(async (tx) => {
        const found = await findImport(tx, input.job_id)
        if (!found) refuse(hoursImportRefusals, refusal('hours_import.not_found'))
        const lines = await findImportedLines(tx, input.job_id)
        return {
          file_name: found.file_name,
          lines: lines.length,
          minutes: lines.reduce((sum, { minutes }) => sum + minutes, 0),
          students: new Set(lines.map(({ student_id: id }) => id)).size,
        }
      }),
    ),
    undo: api.undo.handler(({ input, context }) =>
      context.act((tx) => undoImport(tx, input), { deadlineMs: 20_000 }),
    ),
  })
}

type Me = Pick<Viewer, 'linkedSchoolId' | 'role'>
const schoolOf = (me: Me, chosen: string | null): string =>
  (me.role === 'superadmin' ? chosen : me.linkedSchoolId) ??
  refuse(hoursImportRefusals, refusal('hours_import.no_school'))

async function judge(tx: Tx, me: Me, { school_id, rows }: { school_id: string | null; rows: HoursRow[] }) {
  const schoolId = schoolOf(me, school_id)
  return { schoolId, judged: judgeHours(rows, await findKnown(tx, schoolId, rows)) }
}
