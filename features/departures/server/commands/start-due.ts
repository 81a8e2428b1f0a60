import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { activeSeats } from '#core/seat-statuses.ts'
import { ongoingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { storedFault } from '../../messages.ts'
import { faultOfDue } from '../../rules.ts'
import { noteFailure } from './notify-of-departure.ts'

type Due = {
  id: string
  decider: string
  may_still: boolean
  job_id: string | null
  error_message: string | null
}

/**
 * Run by the worker: starts a job for each departure whose last day is over, as the person who decided on it. If they may no longer, or the
 * job failed, marks it as failed. A shift in progress is finished first. Returns how many were started.
 */
export async function startDue(tx: Tx, now: string | null = null): Promise<number> {
  let started = 0
  for (const due of await lockDue(tx, now)) {
    const fault = faultOfDue(due)
    if (fault === null) {
      await startJobOf(tx, due.id)
      started += 1
    } else await noteFailure(tx, due.id, storedFault(fault))
  }
  return started
}

/** Starts the job that carries a departure out, in a session of the person who decided on it. */
async function startJobOf(tx: Tx, id: string): Promise<void> {
  const job = randomUUID()
  const { full_name: name, ...asked } = await tx
    .selectFrom('departures as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['u.full_name', 'd.decided_by as asked_by'])
    .select(['u.linked_school_id as school_id', 'u.linked_facility_id as facility_id'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  const title = `${name} leaves`.slice(0, 200)
  const input = JSON.stringify({ departure_id: id })
  await tx
    .insertInto('jobs')
    .values({ id: job, kind: 'departure', title, input, ...asked })
    .execute()
  await tx.updateTable('departures').set({ job_id: job }).where('id', '=', id).execute()
  await sql`select app.open_departure_session(${id}::uuid)`.execute(tx)
}

async function lockDue(tx: Tx, now: string | null): Promise<Due[]> {
  const at = now ? sql`${now}::timestamptz` : sql`now()`
  const { rows } = await sql<Due>`
    select x.id, x.job_id, p.full_name as decider, j.error_message, p.status = 'active' and (p.id = u.id or p.role = 'superadmin'
      or app.role_may_invite(p.role, p.linked_school_id, p.linked_facility_id, u.role, u.linked_school_id, u.linked_facility_id)) as may_still
    from public.departures x join public.users u on u.id = x.user_id join public.users p on p.id = x.decided_by left join public.jobs j on j.id = x.job_id
    where x.status = 'planned' and x.ends_at <= ${at} and x.failure is null and u.status = 'active' and (x.job_id is null or j.status in ('failed', 'canceled'))
      and not exists (select 1 from public.shifts s where u.id = any (app.instructors_of(s) || s.preceptor_id || s.more_preceptor_ids) and s.starts_at <= ${at} and s.ends_at > ${at}
        and s.status in ${listed(ongoingStates)})
      and not exists (select 1 from public.assignments a where a.student_id = u.id and a.status in ${listed(activeSeats)} and a.during @> ${at})
    order by x.ends_at, x.id for update of x skip locked`.execute(tx)
  return rows
}
