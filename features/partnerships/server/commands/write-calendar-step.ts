import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'

type Day = 'renewed' | 'expired' | 'terminated' | 'reminded'
type What = { effective_to?: PlainDate; reason?: string | null; details?: object }

/** Writes what the calendar did and its history entry; a reminder changes nothing else. */
export async function writeCalendarStep(
  tx: Tx,
  { id }: { id: string },
  event: Day,
  { effective_to: effectiveTo, reason = null, details = {} }: What,
): Promise<{ version: number }> {
  const before = await tx
    .selectFrom('partnerships')
    .select(['school_id', 'status', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const change = changeOf(event, effectiveTo)
  const after = change
    ? await tx
        .updateTable('partnerships')
        .set(change)
        .where('id', '=', id)
        .returning(['status', 'version'])
        .executeTakeFirstOrThrow()
    : before
  await tx
    .insertInto('partnership_events')
    .values({
      partnership_id: id,
      school_id: before.school_id,
      event,
      from_status: before.status,
      to_status: after.status,
      at_version: before.version,
      reason,
      details: JSON.stringify(details),
    })
    .execute()
  return after
}

/** An expired partnership keeps the terms proposed for its renewal; one that ended has none. */
function changeOf(event: Day, effectiveTo: PlainDate | undefined) {
  if (event === 'renewed') return { effective_to: effectiveTo! }
  if (event === 'reminded') return null
  const ended = { status: event, suspended_by_party: null, ending_cancels: [] }
  return event === 'expired' ? ended : { ...ended, proposal: null, proposal_party: null }
}
