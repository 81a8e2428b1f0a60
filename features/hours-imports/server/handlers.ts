import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import { startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import type { Viewer } from '#platform/server/session.ts'
import { hoursImportsContract, type HoursRow } from '../contract.ts'
import { hoursImportRefusals } from '../messages.ts'
import { judgeHours } from '../rules.ts'
import { itemsOf } from './jobs.ts'
import { findKnown } from './queries/find-known.ts'

export function hoursImportHandlers() {
  const api = implement(hoursImportsContract).$context<RequestContext>().$config(guardFirst).use(guard)
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
  })
}

async function judge(
  tx: Tx,
  me: Pick<Viewer, 'linkedSchoolId' | 'role'>,
  { school_id, rows }: { school_id: string | null; rows: HoursRow[] },
) {
  const schoolId = (me.role === 'superadmin' ? school_id : me.linkedSchoolId) ?? refuse(hoursImportRefusals, refusal('hours_import.no_school')) // prettier-ignore
  return { schoolId, judged: judgeHours(rows, await findKnown(tx, schoolId, rows)) }
}
