import { randomUUID } from 'node:crypto'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursRefusals } from '../../messages.ts'

/** Adds the reversal of a line, once; both stay. The guard fills in the other columns from the reversed line. */
export async function reverseLine(tx: Tx, { id, reason }: { id: string; reason: string }) {
  const line = await tx
    .selectFrom('hours_entries as e')
    .leftJoin('hours_entries as r', (join) =>
      join.onRef('r.reverses', '=', 'e.id').onRef('r.school_id', '=', 'e.school_id'),
    )
    .where('e.id', '=', id)
    .select(['e.school_id', 'e.student_id', 'e.date', 'e.minutes', 'e.kind', 'e.specialty', 'e.reverses'])
    .select('r.id as reversed_by')
    .executeTakeFirst()
  if (!line) refuse(hoursRefusals, refusal('hours.no_line'))
  const { reversed_by, reverses, ...same } = line
  if (reversed_by || reverses) refuse(hoursRefusals, refusal('hours.not_reversible'))
  const added = {
    id: randomUUID(),
    ...same,
    minutes: -same.minutes,
    source: 'adjustment',
    source_key: `undo ${id}`,
    reason,
    reverses: id,
  }
  await tx.insertInto('hours_entries').values(added).execute()
  return added
}
