import { implement, ORPCError } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import type { Role } from '#core/roles.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import type { SessionReader } from '#platform/server/session.ts'
import { latestOfKind, startJob } from '#features/jobs/server/public.ts'
import { type Health, permissionsContract } from '../contract.ts'
import { changeLabels, permissionLabels, reportStateLabels, sourceLabels } from '../rules.ts'
import { HEALTH_JOB, HEALTH_OLD_MS } from './health.ts'
import * as permissions from './sql.ts'

export function permissionHandlers(services: { sessions: SessionReader }) {
  const api = implement(permissionsContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    ofUser: api.ofUser.handler(({ input, context }) =>
      context.act(async (tx) => {
        const found = await permissions.findPerson(tx, input.user_id)
        if (!found) throw new ORPCError('NOT_FOUND', { message: 'This person does not exist.' })
        const { linked_facility_id: root, ...person } = found
        const nodes = await permissions.listNodes(
          tx,
          person.id,
          person.role === 'facility_admin' ? root : null,
        )
        const all = await permissions.reportOf(tx, person.id)
        return {
          person: { ...person, role: person.role as Role },
          nodes,
          line: root ? await permissions.lineOf(tx, root) : [],
          history: await permissions.historyOf(tx, person.id),
          others: all.filter((row) => row.permission_type !== 'capstone_preceptor'),
        }
      }),
    ),

    set: api.set.handler(async ({ input, context }) => {
      await context.act(
        (tx) =>
          permissions.set(tx, {
            userId: input.user_id,
            facilityId: input.facility_id,
            type: input.permission_type,
            isEnabled: input.is_enabled,
            expiresOn: input.expires_on,
            successorId: input.successor_id,
            noSuccessor: input.no_successor,
          }),
        input.reason ? { reason: input.reason } : {},
      )
      services.sessions.forget(input.user_id)
      if (input.successor_id) services.sessions.forget(input.successor_id)
      return {}
    }),

    successors: api.successors.handler(({ input, context }) =>
      context.act((tx) => permissions.successorsFor(tx, input.user_id, input.facility_id)),
    ),

    mine: api.mine.handler(async ({ context }) => {
      const [places, isDue] = await context.act(async (tx) => [
        await permissions.listEffective(tx, 'capstone_preceptor'),
        await permissions.isUseDue(tx, ['capstone_preceptor']),
      ])
      // Looking at the preceptor pages is making use of the permission: the one thing a read of ours writes, once an hour.
      if (isDue)
        await context.act((tx) => permissions.noteUse(tx, ['capstone_preceptor']), { readOnly: false })
      return places
    }),

    effective: api.effective.handler(({ context }) => context.act((tx) => permissions.listEffective(tx))),

    ofUserAtFacility: api.ofUserAtFacility.handler(({ input, context }) =>
      context.act(async (tx) => {
        const found = await permissions.ofUserAtFacility(tx, input.user_id, input.facility_id)
        if (!found)
          throw new ORPCError('NOT_FOUND', { message: 'This person or this facility does not exist.' })
        return { ...input, ...found }
      }),
    ),

    report: api.report.handler(({ input, context }) => context.act((tx) => permissions.report(tx, input))),

    exportReport: api.exportReport.handler(({ input, context }) =>
      context.act(async (tx) => {
        const rows = await permissions.wholeReport(tx, input)
        const day = new Date().toISOString().slice(0, 10)
        return {
          filename: `placewell-permissions-${day}.csv`,
          csv: toCsv(
            exportColumns,
            rows.map((row) => [
              row.full_name,
              row.email,
              permissionLabels[row.permission_type],
              row.facility_name,
              sourceLabels[row.source],
              reportStateLabels[row.state],
              row.since.slice(0, 10),
              row.granted_by_name,
              row.expires_on,
              row.last_used_at?.slice(0, 10) ?? null,
              row.changed_at?.slice(0, 10) ?? null,
              row.changed_to && (changeLabels[row.changed_to] ?? row.changed_to),
              row.changed_by_name,
            ]),
          ),
          rows: rows.length,
        }
      }),
    ),

    health: api.health.handler(({ context }) =>
      context.act(async (tx) => {
        const { result, last_job: last } = await latestOfKind<Health>(tx, HEALTH_JOB)
        const isDue = !result || Date.now() - Date.parse(result.checked_at) > HEALTH_OLD_MS
        const isRunning = isAtWork(last)
        return { last: result, job_id: last?.id ?? null, is_running: isRunning, is_due: isDue && !isRunning }
      }),
    ),

    checkHealth: api.checkHealth.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { last_job: last } = await latestOfKind(tx, HEALTH_JOB)
        if (last && isAtWork(last)) return { job_id: last.id }
        return startJob(tx, { id: input.id, kind: HEALTH_JOB, title: 'Check the permission data', input: {} })
      }),
    ),
  })
}

const isAtWork = (job: { status: string } | null): boolean =>
  job !== null && (job.status === 'queued' || job.status === 'running')

const exportColumns = [
  'Person', 'E-mail', 'Permission', 'Place', 'By', 'State', 'Since', 'Given by', 'Last day', 'Last used', 'Last change',
  'Changed to', 'Changed by',
] // prettier-ignore
