import type { Selectable } from 'kysely'
import type { DB } from '#database/tables.gen.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ExperienceType, ShiftFields, ShiftStatus, SignupMode } from '../../contract.ts'
import type { ShiftPlan, UnitOfShift } from '../../rules.ts'
import type { FacilityOfPlan } from './facts-of-plan.ts'

export type LockedShift = NonNullable<Awaited<ReturnType<typeof rowForUpdate>>>

/** The unit of a shift, or null on campus. */
export const unitOf = ({
  facility_id: id,
  unit_name: name,
  unit_kind: kind,
  unit_status: status,
}: Pick<LockedShift, 'facility_id'> &
  Pick<FacilityOfPlan, 'unit_name' | 'unit_kind' | 'unit_status'>): UnitOfShift | null =>
  id === null ? null : { name: name ?? '', kind: kind ?? '', status: status ?? '' }

/** The plan in a row of shifts in the form that rules and screens use: clock times without seconds, hours as numbers. */
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

/** The shift with the names of its unit and site, locked until the transaction ends; undefined if the caller may not change it. */
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
