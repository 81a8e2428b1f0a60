import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { Selectable } from 'kysely'
import type { DB } from '#database/tables.gen.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { ExperienceType, ShiftEventName, ShiftFields, ShiftStatus, SignupMode } from '../../contract.ts'
import { shiftRefusals } from '../../messages.ts'
import { moveRefusal, type ShiftPlan, type Party, type UnitOfShift } from '../../rules.ts'

/** A shift as someone saw it. */
export type Locked = { id: string; version: number }
export type LockedShift = NonNullable<Awaited<ReturnType<typeof rowForUpdate>>>
/** Who acts, as far as a rule asks. */
export type Actor = Pick<Viewer, 'role' | 'realUserId' | 'linkedSchoolId'>

/**
 * Locks a shift for a command and says for which side its caller speaks. Refuses when there is none for them, when it was changed
 * since they saw it, and when the event is not theirs to bring about now. Of two people at once the second reads what the first did.
 */
export async function lockShift(
  tx: Tx,
  me: Actor,
  sent: Locked,
  event: ShiftEventName | null,
  reason: string | null = null,
): Promise<{ shift: LockedShift; side: Party }> {
  const shift = await rowForUpdate(tx, sent.id)
  if (!shift) refuse(shiftRefusals, refusal('shift.not_found'))
  const party = partyOf(me)
  if (shift.version !== sent.version)
    refuse(shiftRefusals, refusal('shift.old_version', { status: shift.status }))
  if (event) {
    const isSchoolSuper = me.role === 'school_super_admin'
    refuseIf(shiftRefusals, moveRefusal(shift.status, event, { side: party, isSchoolSuper, reason }))
  }
  return { shift, side: party }
}

const partyOf = ({ role }: Actor): Party =>
  role === 'superadmin' ? 'platform' : role === 'facility_admin' ? 'facility' : 'school'

/** The unit of a shift, or null on campus. */
export const unitOf = ({
  facility_id: id,
  unit_name: name,
  unit_kind: kind,
  unit_status: status,
}: Pick<LockedShift, 'facility_id' | 'unit_name' | 'unit_kind' | 'unit_status'>): UnitOfShift | null =>
  id === null ? null : { name: name ?? '', kind: kind ?? '', status: status ?? '' }

/** The plan of a row of shifts, as rules and screens have it: clock times without seconds, hours as numbers. */
const planOfRow = (row: Selectable<DB['shifts']>): ShiftPlan => ({
  ...row,
  specialty: row.specialty as Specialty,
  experience_type: row.experience_type as ExperienceType,
  signup_mode: row.signup_mode as SignupMode,
  signup_policy: row.signup_policy as ShiftFields['signup_policy'],
  start_time: row.start_time.slice(0, 5),
  end_time: row.end_time.slice(0, 5),
  credited_hours_override: row.credited_hours_override === null ? null : Number(row.credited_hours_override),
})

/** The shift with the names of its place, locked until the end of the transaction; undefined where the caller may not change it. */
export async function rowForUpdate(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('shifts')
    .leftJoin('facilities as unit', 'unit.id', 'shifts.facility_id')
    .leftJoin('facilities as site', 'site.id', 'unit.parent_id')
    .selectAll('shifts')
    .select([
      'unit.name as unit_name',
      'unit.kind as unit_kind',
      'unit.status as unit_status',
      'site.name as site_name',
    ])
    .where('shifts.id', '=', id)
    .forNoKeyUpdate('shifts')
    .executeTakeFirst()
  return (
    row && {
      ...row,
      ...planOfRow(row),
      status: row.status as ShiftStatus,
    }
  )
}
