import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function adminFigures(tx: Tx) {
  const { rows } = await sql<{
    schools: number
    facilities: number
    people: Record<string, number>
    waiting_for_approval: number
    current_semesters: number
    messages: number
  }>`select
    (select count(*) from public.schools where is_active) as schools,
    (select count(*) from public.facilities where kind = 'organization' and status = 'active') as facilities,
    app.count_people_by_role() as people,
    (select count(*) from public.signup_requests where status = 'pending') as waiting_for_approval,
    (select count(*) from public.semesters where is_active and archived_at is null and app.school_today(school_id) between start_date and end_date) as current_semesters,
    (select count(*) from public.contact_messages where answered_at is null) as messages`.execute(tx)
  return rows[0]!
}
