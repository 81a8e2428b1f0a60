import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { semesterRefusals } from '../../messages.ts'
import { lifecycleNow } from '../../rules.ts'
import { archiveBlocker } from '../../rules/ending.ts'
import { countShifts } from '../queries/count-shifts.ts'
import { lockSeen, type Seen } from './lock-semester.ts'

/** Archives a semester, which deactivates it, and ends its reopening (a trigger). */
export async function archiveSemester(tx: Tx, seen: Seen): Promise<void> {
  const held = await lockSeen(tx, seen)
  const counts = await countShifts(tx, held.id)
  refuseIf(semesterRefusals, archiveBlocker({ name: held.name, lifecycle: lifecycleNow(held) }, counts))
  await tx
    .updateTable('semesters')
    .set({ archived_at: sql<string>`now()`, is_active: false })
    .where('id', '=', held.id)
    .execute()
}
