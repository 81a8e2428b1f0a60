import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftPlanRefusals } from '../../messages.ts'
import { findSigns, namesIn } from '../../rules/personal-data.ts'

/** Refuses a text with names of students or email addresses (domain §2.16). A student with an instructor's name may be named. */
export async function refusePersonalData(tx: Tx, schoolId: string, prompt: string): Promise<void> {
  const [found] = findSigns(prompt)
  if (found !== undefined) refuse(shiftPlanRefusals, refusal('shift_plan.has_email', { found }))
  const people = await tx
    .selectFrom('users')
    .select(['full_name', 'role'])
    .where('linked_school_id', '=', schoolId)
    .where('role', 'in', ['student', 'proctor'])
    .where('full_name', 'like', '% %')
    .execute()
  const named = (role: string) => people.filter((one) => one.role === role).map(({ full_name: name }) => name)
  const [name] = namesIn(prompt, named('student'), named('proctor'))
  if (name !== undefined) refuse(shiftPlanRefusals, refusal('shift_plan.names_student', { name }))
}
