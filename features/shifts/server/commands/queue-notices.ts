import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Queues the notification of the students for whom shifts are open, once for all shifts that were published together. */
export const queueNotices = (tx: Tx, ids: readonly string[]): Promise<void> =>
  queue(tx, ids, { job: sql`app.job_id()`, now: sql`now()` })

/** The same for the calendar, which runs outside jobs. */
export const queueNoticesAt = (tx: Tx, ids: readonly string[], now: string): Promise<void> =>
  queue(tx, ids, { job: sql`null::uuid`, now: sql`${now}::timestamptz` })

/**
 * Runs in the transaction that opens the shifts; the cost does not depend on the number of students. Shifts that a job opens one by one
 * wait until the job ends and become one notification. Repeating the same shifts adds no second notification.
 */
async function queue(
  tx: Tx,
  ids: readonly string[],
  { job, now }: Record<'job' | 'now', RawBuilder<unknown>>,
): Promise<void> {
  if (ids.length === 0) return
  const { numAffectedRows: queued = 0n } = await sql`
    with due as (
      select x.id, x.published_at from public.shifts x
      where x.id = any (${ids}::uuid[]) and x.status = 'published' and x.signup_mode <> 'assigned' and x.starts_at > ${now}
        and coalesce(x.signup_opens_at <= ${now}, true) and coalesce(x.signup_closes_at > ${now}, true)),
    -- Repeating the same shifts is the same group; shifts that were postponed and published again are another.
    together as (select md5(string_agg(d.id || ' ' || d.published_at, ' ' order by d.id))::uuid as key from due d)
    insert into public.open_shift_notices (group_key, shift_id, is_complete)
    select coalesce(j.id, t.key), d.id, j.id is null from due d, together t, (select ${job} as id) j
    on conflict do nothing`.execute(tx)
  if (queued > 0n) await sql`select pg_notify('shifts_opened', '') where ${job} is null`.execute(tx)
}

/** Called by a job once all of its shifts are open; their students can be notified. */
export async function completeNotices(tx: Tx): Promise<void> {
  const { numAffectedRows: open = 0n } = await sql`
    update public.open_shift_notices set is_complete = true where group_key = app.job_id() and not is_complete`.execute(
    tx,
  )
  if (open > 0n) await sql`select pg_notify('shifts_opened', '')`.execute(tx)
}
