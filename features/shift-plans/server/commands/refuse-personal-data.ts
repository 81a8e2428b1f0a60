import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftPlanRefusals } from '../../messages.ts'
import { findSigns } from '../../rules/personal-data.ts'

/** Refuses a text with names of students or email addresses (domain §2.16). A student with an instructor's name may be named. */
export async function refusePersonalData(tx: Tx, schoolId: string, prompt: string): Promise<void> {
  const [found] = findSigns(prompt)
  if (found !== undefined) refuse(shiftPlanRefusals, refusal('shift_plan.has_email', { found }))
  const words = ` ${prompt.toLowerCase().replaceAll(/[^\p{L}\p{N}'’-]+/gu, ' ')} `
  const { rows } = await sql<{ full_name: string }>`
    select u.full_name from public.users u where u.linked_school_id = ${schoolId}::uuid and u.role = 'student' and u.full_name like '% %'
      and strpos(${words}, ' ' || lower(u.full_name) || ' ') > 0 and not exists (select from public.users i
        where i.linked_school_id = u.linked_school_id and i.role = 'proctor' and lower(i.full_name) = lower(u.full_name)) limit 1`.execute(
    tx,
  )
  if (rows[0]) refuse(shiftPlanRefusals, refusal('shift_plan.names_student', { name: rows[0].full_name }))
}
