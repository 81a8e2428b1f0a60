import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Step } from '../../rules.ts'
import { notifyOfDeparture } from './notify-of-departure.ts'

type NewDeparture = {
  id: string
  userId: string
  kind: 'leave' | 'change'
  reason: string
  /** The departure is planned for after this day; null means now. */
  lastDay: string | null
  timeZone: string
}

/** The instant when a day ends in a time zone: midnight of the next day there. */
const endOf = (day: string | null, zone: string) =>
  sql<string | null>`((${day}::date + 1)::timestamp at time zone ${zone})`

/** Records a departure with its steps, without carrying them out. */
export async function recordDeparture(
  tx: Tx,
  departure: NewDeparture,
  steps: readonly Step[],
): Promise<void> {
  const { id, userId, kind, reason, lastDay, timeZone } = departure
  await sql`insert into public.departures (id, user_id, kind, status, last_day, ends_at, reason, decided_by, changed_by, ended_at)
    values (${id}, ${userId}, ${kind}, ${lastDay ? 'planned' : 'done'}, ${lastDay}::date, ${endOf(lastDay, timeZone)}, ${reason}, app.uid(), app.real_uid(),
      case when ${lastDay}::date is null then now() end)`.execute(tx)
  await notifyOfDeparture(tx, id)
  await recordSteps(tx, id, steps)
}

/** Moves a planned departure to another day, as decided by the caller, and clears an earlier failure. */
export async function moveDeparture(
  tx: Tx,
  departure: Omit<NewDeparture, 'kind' | 'userId'>,
  steps: readonly Step[],
): Promise<void> {
  const { id, reason, lastDay, timeZone } = departure
  await sql`update public.departures d set last_day = ${lastDay}::date, ends_at = ${endOf(lastDay, timeZone)}, reason = ${reason},
    decided_by = app.uid(), failure = null, job_id = null, changed_by = app.real_uid(), changed_at = now(),
    earlier_last_day = d.last_day where d.id = ${id}`.execute(tx)
  await notifyOfDeparture(tx, id)
  await sql`delete from public.departure_steps s where s.departure_id = ${id} and s.taken_at is null`.execute(
    tx,
  )
  await recordSteps(tx, id, steps)
}

/** Ends a departure: carried out, canceled, or undone afterwards. Sends notifications if it is canceled. */
export async function closeDeparture(
  tx: Tx,
  id: string,
  status: 'done' | 'canceled' | 'undone',
): Promise<void> {
  await sql`update public.departures d set status = ${status}, ended_at = now(), changed_by = app.real_uid(), changed_at = now() where d.id = ${id}`.execute(
    tx,
  )
  if (status === 'canceled') await notifyOfDeparture(tx, id)
}

async function recordSteps(tx: Tx, id: string, steps: readonly Step[]): Promise<void> {
  const rows = steps.map(({ kind, id: item, label, date, action, successorId }) => ({
    kind,
    item_id: item,
    label,
    date,
    action,
    successor_id: successorId,
  }))
  await sql`insert into public.departure_steps (departure_id, kind, item_id, label, date, action, successor_id)
    select ${id}, x.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      x (kind text, item_id text, label text, date date, action text, successor_id uuid)
    on conflict (departure_id, kind, item_id) do update set action = excluded.action, successor_id = excluded.successor_id,
      taken_at = null, given_back = false, note = null`.execute(tx)
}
