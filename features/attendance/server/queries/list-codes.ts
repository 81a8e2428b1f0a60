import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { attendanceRefusals } from '../../messages.ts'
import { codesFrom } from '../check-in-codes.ts'

/** The check-in codes of a shift for the next 30 minutes; refused to anyone who neither leads it nor administers its school. */
export async function listCodes(
  tx: Tx,
  secret: string,
  shiftId: string,
): Promise<ReturnType<typeof codesFrom>> {
  const { rows } = await sql<{ may: boolean; now: string }>`
    select ${shiftId}::uuid in (select app.led_shift_ids()) or ${shiftId}::uuid in (select app.precepted_shifts())
      or exists (select from public.shifts x where x.id = ${shiftId}::uuid and app.shift_party(x) in ('school', 'platform')) as may, now()`.execute(
    tx,
  )
  const { may, now } = rows[0]!
  return may
    ? codesFrom(secret, shiftId, Date.parse(now))
    : refuse(attendanceRefusals, refusal('attendance.not_found'))
}
