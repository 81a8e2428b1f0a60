import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { type ShiftFacts, shiftNotices } from '../../messages.ts'
import type { LockedShift } from './lock-shift.ts'

/** Whom a notification of a shift is for: PostgreSQL knows who they are. */
type Audience = 'school' | 'facility' | 'leaders' | 'seats'
type Code = keyof typeof shiftNotices
type ValuesOf<C extends Code> = Omit<Parameters<(typeof shiftNotices)[C]>[0], keyof ShiftFacts>

/** What a notification says of a shift: where and when it is. */
export const factsOf = (shift: LockedShift): ShiftFacts => ({
  unit: shift.unit_name,
  site: shift.site_name,
  date: shift.date,
  start_time: shift.start_time,
  end_time: shift.end_time,
})

/** Notifies an audience of what was just done with a shift, each person once per key. */
export async function notifyShift<C extends Code>(
  tx: Tx,
  shift: LockedShift,
  {
    audience,
    type,
    code,
    values,
    key = null,
  }: { audience: Audience; type: string; code: C; values: ValuesOf<C>; key?: string | null },
): Promise<void> {
  const word = shiftNotices[code] as (values: object) => { title: string; message: string }
  const { title, message } = word({ ...factsOf(shift), ...values })
  await sql`select app.notify_shift(${shift.id}::uuid, ${audience}, ${type}, ${title}, ${message}, ${key})`.execute(
    tx,
  )
}
