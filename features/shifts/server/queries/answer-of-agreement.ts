import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Whether a facility has already agreed: it offered this slot, or its agreement lets the school plan without asking. */
export async function answerOfAgreement(
  tx: Tx,
  { id }: { id: string },
): Promise<{ offered: boolean; auto: boolean; school: string }> {
  const { rows } = await sql<{ offered: boolean; auto: boolean; school: string }>`
    select x.is_offered as offered, coalesce((select a.auto_approve from app.partnership_covers(to_jsonb(x)) a), false) as auto, c.name as school
    from public.shifts x join public.schools c on c.id = x.school_id where x.id = ${id}::uuid`.execute(tx)
  return rows[0]!
}
