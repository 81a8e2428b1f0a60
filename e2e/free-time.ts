import type { Database } from './database.ts'

/**
 * Calls off what the demonstration has at a school from three hours ago to an hour from now, rest after a night among it. Its shifts lie on
 * fixed weekdays and times; a journey that needs people now gets them at whatever hour it runs.
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
