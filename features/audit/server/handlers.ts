import { implement, ORPCError } from '@orpc/server'
import { formatNumber } from '#core/number-text.ts'
import { latestOfKind, startJob } from '#features/jobs/server/public.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { auditContract, type Verification } from '../contract.ts'
import { idsIn } from '../rules.ts'
import { listAccesses } from './queries/list-accesses.ts'
import { listChains } from './queries/list-chains.ts'
import { listEntries } from './queries/list-entries.ts'
import { listFailedSignIns } from './queries/list-failed-sign-ins.ts'
import { listReads } from './queries/list-reads.ts'
import { namesOf } from './queries/names-of.ts'
import { VERIFY_JOB } from './verify-chains.ts'

const EXPORT_MAX = 10_000
const TOO_MANY = `A file holds at most ${formatNumber(EXPORT_MAX)} entries, and there are more. Narrow the dates, and export again.`

export function auditHandlers() {
  const api = implement(auditContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    accesses: api.accesses.handler(async ({ input, context }) => {
      const events = await context.act((tx) => listAccesses(tx, context.me().role, input))
      const isLast = events.length < input.limit
      return { events, next_before_id: isLast ? null : (events.at(-1)?.id ?? null) }
    }),
    exportAccesses: api.exportAccesses.handler(async ({ input, context }) => {
      const events = await context.act((tx) =>
        listAccesses(tx, context.me().role, { ...input, limit: EXPORT_MAX + 1 }),
      )
      if (events.length > EXPORT_MAX) throw new ORPCError('UNPROCESSABLE_CONTENT', { message: TOO_MANY })
      return events
    }),
    failedSignIns: api.failedSignIns.handler(({ input, context }) =>
      context.act((tx) => listFailedSignIns(tx, context.me().role, input.page)),
    ),
    looks: api.looks.handler(({ input, context }) => {
      const { role, userId } = context.me()
      const student = role === 'student' || !input.student_id ? userId : input.student_id
      return context.act((tx) => listReads(tx, student, input.page))
    }),
    seal: api.seal.handler(({ context }) =>
      context.act(async (tx) => {
        const all = await listChains(tx)
        const { result, last_job: last } = await latestOfKind<Verification>(tx, VERIFY_JOB)
        return {
          chains: all.length,
          rows: all.reduce((sum, { rows }) => sum + rows, 0),
          sealed_at: all.reduce<string | null>(
            (newest, { sealed_at: at }) => (at && (!newest || at > newest) ? at : newest),
            null,
          ),
          waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
          last: result,
          job_id: last?.id ?? null,
          is_running: isAtWork(last),
        }
      }),
    ),
    verify: api.verify.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { last_job: last } = await latestOfKind(tx, VERIFY_JOB)
        if (last && isAtWork(last)) return { job_id: last.id }
        return startJob(tx, {
          id: input.job_id,
          kind: VERIFY_JOB,
          title: 'Verify the audit trail',
          input: {},
        })
      }),
    ),
    list: api.list.handler(async ({ input, context }) => {
      const { events, names } = await context.act(async (tx) => {
        const found = await listEntries(tx, context.me().role, input)
        return { events: found, names: await namesOf(tx, idsIn(found)) }
      })
      const isLast = events.length < input.limit
      return { events, names, next_before_id: isLast ? null : (events.at(-1)?.id ?? null) }
    }),
  })
}

const isAtWork = (job: { status: string } | null): boolean =>
  job !== null && (job.status === 'queued' || job.status === 'running')
