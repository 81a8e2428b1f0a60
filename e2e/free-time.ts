import type { Database } from './database.ts'

/**
 * Cancels a school's shifts of the demonstration from three hours ago to an hour from now, including the rest after a night. The
 * demonstration's shifts have fixed weekdays and times; a journey that needs free people gets them at any hour.
 */
export async function freeTime(admin: Database, school: string): Promise<void> {
  const near = `tstzrange(now() - interval '3 hours', now() + interval '1 hour')`
  await admin.query(
    `update public.assignments set status = 'dropped', offer_expires_at = null where school_id = $1 and app.holds_seat(status) and busy && ${near}`,
    [school],
  )
  await admin.query(
    `update public.shifts set status = 'cancelled', cancel_code = 'instructor_unavailable', status_reason = 'The instructor is needed elsewhere.'
     where school_id = $1 and id in (select t.shift_id from priv.leader_times t where t.busy && ${near})`,
    [school],
  )
}
