import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { calendarStep, type DueFacts } from '../../rules.ts'

export type DuePartnership = DueFacts & {
  id: string
  school_id: string
  school_name: string
  organization_id: string
  organization_name: string
  status_reason: string | null
  version: number
  ending_cancels: string[]
}

/** The partnerships that are due at an instant (ISO) or now. */
export async function listDue(tx: Tx, now: string | undefined): Promise<string[]> {
  const rows = await read(
    tx,
    now,
    sql`(p.status in ('active', 'suspended') and p.ends_on < d.latest)
      or (p.status = 'active' and p.ends_on is null and p.effective_to <= d.latest + case when p.auto_renew then 366 else 120 end)`,
  )
  return rows.filter((row) => calendarStep(row)).map(({ id }) => id)
}

/** One of them, locked; undefined while another process holds it. */
export async function lockDue(
  tx: Tx,
  id: string,
  now: string | undefined,
): Promise<DuePartnership | undefined> {
  const locked = await tx
    .selectFrom('partnerships')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  // Read only now: what another process has just done to it, reminders included, is in this statement's snapshot.
  return locked && (await read(tx, now, sql`p.id = ${id}`))[0]
}

async function read(tx: Tx, now: string | undefined, where: RawBuilder<unknown>): Promise<DuePartnership[]> {
  const at = now ? sql`${now}::timestamptz` : sql`now()`
  const { rows } = await sql<DuePartnership>`
    select p.id, p.school_id, c.name as school_name, p.organization_id, f.name as organization_name, p.status, p.status_reason, p.version, p.ends_on,
      p.ending_cancels, p.effective_to, p.auto_renew, p.notice_days, (${at} at time zone f.time_zone)::date as today,
      (select min((e.details ->> 'rung')::integer) from public.partnership_events e where e.partnership_id = p.id and e.event = 'reminded'
        and (e.details ->> 'effective_to')::date = p.effective_to) as reminded
    from public.partnerships p join public.schools c on c.id = p.school_id join public.facilities f on f.id = p.organization_id
    cross join (select (${at} at time zone 'UTC')::date + 1 as latest) d
    where ${where} order by p.id`.execute(tx)
  return rows
}
