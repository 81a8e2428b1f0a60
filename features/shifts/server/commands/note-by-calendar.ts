import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Line = {
  shift_id: string
  event: 'open_signup' | 'recount'
  reason?: string
  details?: Record<string, unknown>
}

/** Adds what the calendar did without a transition to the trails of shifts. */
export async function noteByCalendar(tx: Tx, lines: readonly Line[]): Promise<void> {
  const whole = lines.map((line) => ({ details: {}, ...line }))
  await sql`
    insert into public.shift_events (shift_id, school_id, event, from_status, to_status, at_version, reason, details)
    select x.id, x.school_id, n.event, x.status, x.status, x.version, n.reason, n.details
    from jsonb_to_recordset(${JSON.stringify(whole)}::jsonb) n (shift_id uuid, event text, reason text, details jsonb)
    join public.shifts x on x.id = n.shift_id`.execute(tx)
}
