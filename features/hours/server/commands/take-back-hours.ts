import { randomUUID } from 'node:crypto'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { HoursKind } from '../../contract.ts'
import { hoursRefusals } from '../../messages.ts'
import { notifyOfHours } from './notify-of-hours.ts'

/** Takes a line back by one that reverses it: both stay, and the student is notified. A line is taken back once; the guard writes what it was over the rest. */
export async function takeBackHours(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<void> {
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
  await tx
    .insertInto('hours_entries')
    .values({
      id: randomUUID(),
      ...same,
      minutes: -same.minutes,
      source: 'adjustment',
      source_key: `undo ${id}`,
      reason,
      reverses: id,
    })
    .execute()
  const { school_id, date, minutes } = same
  const kind = same.kind as HoursKind
  await notifyOfHours(tx, { school_id, source_key: `undo ${id}`, minutes: -minutes, date, kind, reason })
}
