import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RequirementFields } from '#features/credential-types/contract.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { credentialRefusals } from '../../messages.ts'
import { type Asked, becomeNotCleared } from '../../rules.ts'
import { findToday } from './list-credentials.ts'
import { checkStudents } from './list-students.ts'

/** How many students a requirement would make not cleared if it were saved so, of all the students of the asker's school. */
export async function countImpact(tx: Tx, fields: RequirementFields & { id: string }) {
  const today = await findToday(tx)
  const type = await findType(tx, fields.type_id)
  if (!type) return refuse(credentialRefusals, refusal('credential.missing'))
  const { rows } = await sql<{ id: string }>`select (select app.selected_school_id()) as id`.execute(tx)
  const school = rows[0]!.id
  const scope = fields.cohort_id ?? fields.program_id ?? fields.facility_id ?? school
  const changed: Asked = {
    ...fields,
    type_code: type.code,
    type_name: type.name,
    type_validity: type.validity,
    grace_days: type.grace_days,
    scope_kind: fields.cohort_id ? 'cohort' : fields.program_id ? 'program' : 'school',
    scope_id: scope,
    scope_name: '',
    school_id: fields.facility_id ? null : school,
    status: 'active',
  }
  const [before, after] = [await checkStudents(tx, today), await checkStudents(tx, today, '', changed)]
  return { people: after.length, becoming: becomeNotCleared(before, after) }
}
