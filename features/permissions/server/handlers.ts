import { implement, ORPCError } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import { dayIn, todayIn } from '#core/plain-date.ts'
import type { Role } from '#core/roles.ts'
import { exportName } from '#platform/server/export.ts'
import type { Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { ownZone } from '#platform/server/own-zone.ts'
import type { SessionReader } from '#platform/server/session.ts'
import { latestOfKind, startJob } from '#features/jobs/server/public.ts'
import { type Health, permissionsContract } from '../contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { changeLabels, reportStateLabels, sourceLabels } from '../rules.ts'
import type { NewPermission } from './commands/give-permission.ts'
import { HEALTH_JOB, HEALTH_OLD_MS } from './health.ts'
import { noteUse } from './commands/note-use.ts'
import { turnOffPermission } from './commands/turn-off-permission.ts'
import { turnOnPermission } from './commands/turn-on-permission.ts'
import { listAtFacility } from './queries/list-at-facility.ts'
import { isUseDue, listEffective } from './queries/list-effective.ts'
import { listSuccessors } from './queries/list-successors.ts'
import * as permissions from './queries/report.ts'
import { findPerson, historyOf, lineOf, listNodes } from './queries/show-person.ts'

export function permissionHandlers(services: { sessions: SessionReader }) {
  const api = implement(permissionsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    ofUser: api.ofUser.handler(({ input, context }) =>
      context.act(async (tx) => {
        const found = await findPerson(tx, input.user_id)
        if (!found) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that person.' })
        const { linked_facility_id: root, ...person } = found
        const nodes = await listNodes(tx, person.id, person.role === 'facility_admin' ? root : null)
        const all = await permissions.reportOf(tx, person.id)
        return {
          person: { ...person, role: person.role as Role },
          nodes,
          line: root ? await lineOf(tx, root) : [],
          history: await historyOf(tx, person.id),
          others: all.filter((row) => row.permission_type !== 'capstone_preceptor'),
        }
      }),
    ),

    set: api.set.handler(async ({ input, context }) => {
      await context.act((tx) => setPermission(tx, input), input.reason ? { reason: input.reason } : {})
      services.sessions.forget(input.user_id)
      if (input.successor_id) services.sessions.forget(input.successor_id)
      return {}
    }),

    successors: api.successors.handler(({ input, context }) =>
      context.act((tx) => listSuccessors(tx, input.user_id, input.facility_id)),
    ),

    mine: api.mine.handler(async ({ context }) => {
      const [facilities, isDue] = await context.act(async (tx) => [
        await listEffective(tx, 'capstone_preceptor'),
        await isUseDue(tx, ['capstone_preceptor']),
      ])
      // Opening the preceptor pages counts as use of the permission; this read writes that, at most once an hour.
      if (isDue) await context.act((tx) => noteUse(tx, ['capstone_preceptor']), { readOnly: false })
      return facilities
    }),

    effective: api.effective.handler(({ context }) => context.act((tx) => listEffective(tx))),

    ofUserAtFacility: api.ofUserAtFacility.handler(({ input, context }) =>
      context.act(async (tx) => {
        const found = await listAtFacility(tx, input.user_id, input.facility_id)
        if (!found) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that person or facility.' })
        return { ...input, ...found }
      }),
    ),

    report: api.report.handler(({ input, context }) => context.act((tx) => permissions.report(tx, input))),

    exportReport: api.exportReport.handler(({ input, context }) =>
      context.act(async (tx) => {
        const rows = await permissions.wholeReport(tx, input)
        const zone = await ownZone(tx)
        return {
          filename: exportName('permissions', 'csv', todayIn(zone)),
          csv: toCsv(
            exportColumns,
            rows.map((row) => [
              row.full_name,
              row.email,
              permissionLabels[row.permission_type],
              row.facility_name,
              sourceLabels[row.source],
              reportStateLabels[row.state],
              dayIn(zone, row.since),
              row.granted_by_name,
              row.expires_on,
              row.last_used_at && dayIn(zone, row.last_used_at),
              row.changed_at && dayIn(zone, row.changed_at),
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

type Change = Omit<NewPermission, 'expires_on'> & {
  is_enabled: boolean
  reason?: string | undefined
  expires_on?: string | undefined
  successor_id?: string | undefined
  no_successor?: boolean | undefined
}
const setPermission = (
  tx: Tx,
  { user_id, facility_id, permission_type, is_enabled, expires_on, successor_id, no_successor }: Change,
): Promise<void> => {
  const key = { user_id, facility_id, permission_type }
  return is_enabled
    ? turnOnPermission(tx, { ...key, expires_on })
    : turnOffPermission(tx, { ...key, successor_id, no_successor })
}

const isAtWork = (job: { status: string } | null): boolean =>
  job !== null && (job.status === 'queued' || job.status === 'running')

const exportColumns = [
  'Person',
  'Email',
  'Permission',
  'Facility',
  'By',
  'Status',
  'Since',
  'Given by',
  'Last day',
  'Last used',
  'Last change',
  'Changed to',
  'Changed by',
]
