import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Locked } from '#features/shifts/server/public.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SlotStatus } from '../../contract.ts'
import { slotRefusals } from '../../messages.ts'
import { withdrawBlocker } from '../../rules.ts'

/** Withdraws an offer that no one has taken, with a reason for schools that are too late. */
export async function withdrawSlot(tx: Tx, { id, version, reason: words }: Locked & { reason: string }) {
  const reason = words.trim()
  const slot = await tx
    .selectFrom('open_slots')
    .leftJoin('schools', 'schools.id', 'open_slots.school_id')
    .select(['open_slots.status', 'status_reason', 'open_slots.version', 'schools.name as school_name'])
    .where('open_slots.id', '=', id)
    .forUpdate('open_slots')
    .executeTakeFirst()
  if (!slot) refuse(slotRefusals, refusal('slot.not_found'))
  const seen = { ...slot, status: slot.status as SlotStatus }
  refuseIf(slotRefusals, withdrawBlocker(seen, { version, reason }))
  await giveReason(tx, reason)
  return tx
    .updateTable('open_slots')
    .set({ status: 'withdrawn', status_reason: reason })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
}
