import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import { problemsWithBoard } from '../../rules.ts'
import { lockProgram } from './lock-program.ts'
import type { Seen } from './lock-school.ts'

/** Deactivates a program, or reactivates it if it still requires no less than the board does. */
export async function setProgramActive(tx: Tx, seen: Seen & { is_active: boolean }): Promise<void> {
  const { id, is_active } = seen
  const { program, board } = await lockProgram(tx, seen)
  if (program.is_active === is_active) return
  if (is_active) refuseFields(problemsWithBoard(program, board))
  await tx.updateTable('programs').set({ is_active }).where('id', '=', id).execute()
}
