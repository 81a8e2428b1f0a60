import { sql } from 'kysely'
import { reasonWords } from '#core/automatic-reasons.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ProjectDay } from '../../contract.ts'
import { minutesOf } from '../../rules.ts'

/** The days of a project that the caller may see, except removed ones; or one of them. */
export async function listDays(tx: Tx, which: { project?: string; id?: string }): Promise<ProjectDay[]> {
  const { rows } = await sql<Omit<ProjectDay, 'minutes'> & { minutes: number | null }>`
    select d.id, d.date, to_char(d.start_time, 'HH24:MI') as start_time, to_char(d.end_time, 'HH24:MI') as end_time, d.kind, d.status, d.minutes,
      d.preceptor_id, d.preceptor_name, d.reason, d.floated_to, d.student_ready_at, d.preceptor_ready_at, d.is_substitute, d.ends_at <= now() as has_ended,
      d.preceptor_id in (select app.preceptor_ids()) as is_own
    from public.capstone_days d
    where d.status <> 'removed' and (${which.project ?? null}::uuid is null or d.project_id = ${which.project ?? null}::uuid)
      and (${which.id ?? null}::uuid is null or d.id = ${which.id ?? null}::uuid)
    order by d.date, d.start_time, d.id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    reason: reasonWords(row.reason),
    minutes: row.minutes ?? minutesOf(row),
  }))
}
