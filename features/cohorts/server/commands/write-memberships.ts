import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { BeginReason, EndReason } from '../../contract.ts'

type Ending = {
  school_id: string
  students: readonly string[]
  on: PlainDate
  reason: EndReason
  change: string
}

/** Ends open memberships on a day; one that began the same day was a mistake and is kept as corrected, with no day in it. */
export async function endMemberships(
  tx: Tx,
  { school_id, students, on, reason, change }: Ending,
): Promise<void> {
  await sql`update public.cohort_memberships m set to_date = greatest(${on}::date, m.from_date),
      end_reason = case when m.from_date >= ${on}::date then 'corrected' else ${reason} end, ended_by_change = ${change}::uuid
    from unnest(${students}::uuid[]) s (id) where m.student_id = s.id and m.school_id = ${school_id}::uuid and m.to_date is null`.execute(
    tx,
  )
}

type Beginning = {
  school_id: string
  on: PlainDate
  change: string | null
  stays: readonly { cohort_id: string; student_id: string; reason: BeginReason }[]
}

/** Begins memberships on a day; `change` is the change that causes them, null if an earlier one is only continued. */
export async function beginMemberships(tx: Tx, { school_id, on, change, stays }: Beginning): Promise<void> {
  await sql`insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, reason, begun_by_change)
    select s.cohort_id, ${school_id}::uuid, s.student_id, ${on}::date, s.reason, ${change}::uuid
    from jsonb_to_recordset(${JSON.stringify(stays)}::jsonb) s (cohort_id uuid, student_id uuid, reason text)`.execute(
    tx,
  )
}
