import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Waits for anyone who has one of these slots in hand, so that several are taken in one go and no one waits in a circle. */
export async function holdSlots(tx: Tx, slots: readonly { id: string }[]): Promise<void> {
  await sql`select app.hold_slots(${slots.map(({ id }) => id)}::uuid[])`.execute(tx)
}
