import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { ProgramFields } from '../../contract.ts'
import { problemsOfProgram } from '../../rules.ts'
import { lockProgram } from './lock-program.ts'
import type { Seen } from './lock-school.ts'

/** Changes a program; it asks no less than the board does. */
export async function updateProgram(tx: Tx, seen: Seen, fields: ProgramFields): Promise<void> {
  const { board } = await lockProgram(tx, seen)
  refuseFields(problemsOfProgram(fields, board))
  const columns = { ...fields, requirements: JSON.stringify(fields.requirements) }
  await tx.updateTable('programs').set(columns).where('id', '=', seen.id).execute()
}
