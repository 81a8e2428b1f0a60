import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { SchoolSettings } from '../../contract.ts'
import { schoolRefusals } from '../../messages.ts'
import { boardBlocker, problemsOfLimits, programsBlocker } from '../../rules.ts'
import { listPrograms, profile } from '../queries/find-schools.ts'
import { creditAgain } from './credit-again.ts'
import { lockSchool, type Seen } from './lock-school.ts'

type Account = { settings: SchoolSettings; regulatory_profile_id: string | null }

/** Changes a school's settings and the board it follows: the school's limits may not be looser than the board's. */
export async function setAccount(tx: Tx, seen: Seen, account: Account): Promise<void> {
  const { id, today, regulatory_profile_id: before, credit_rule: rule } = await lockSchool(tx, seen)
  const { settings, regulatory_profile_id: boardId } = account
  if (boardId !== null) {
    const board = (await profile(tx, boardId)) ?? refuse(schoolRefusals, refusal('profile.missing'))
    const isNew = boardId !== before
    if (isNew) refuseIf(schoolRefusals, boardBlocker(board, today))
    refuseFields(problemsOfLimits(settings, board), 'settings.')
    if (isNew) refuseIf(schoolRefusals, programsBlocker(await listPrograms(tx, id), board))
  }
  await tx
    .updateTable('schools')
    .set({ settings: JSON.stringify(settings), regulatory_profile_id: boardId })
    .where('id', '=', id)
    .execute()
  if (settings.credit_rule !== rule) await creditAgain(tx, id)
}
