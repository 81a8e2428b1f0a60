import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { ProgramFields } from '../../contract.ts'
import { earlierHoursAfter, problemsOfProgram } from '../../rules.ts'
import { lockProgram } from './lock-program.ts'
import type { Seen } from './lock-school.ts'

/** Changes a program; it may not require less than the board does, and earlier cohorts keep their requirements. */
export async function updateProgram(tx: Tx, seen: Seen, fields: ProgramFields): Promise<void> {
  const { program, board } = await lockProgram(tx, seen)
  const earlier = earlierHoursAfter(program, fields)
  refuseFields({ ...problemsOfProgram(fields, board), ...earlier.problems })
  const columns = {
    ...fields,
    requirements: JSON.stringify(fields.requirements),
    earlier_hours: JSON.stringify(earlier.hours),
  }
  await tx.updateTable('programs').set(columns).where('id', '=', seen.id).execute()
}
