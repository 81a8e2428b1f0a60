import { createHash } from 'node:crypto'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftFields } from '../../contract.ts'
import { shiftRefusals } from '../../messages.ts'
import { planFields, roundBlocker } from '../../rules.ts'
import type { Actor } from './lock-shift.ts'
import { planDates } from './plan-shift.ts'

type Drafts = {
  schoolId: string
  fields: ShiftFields
  /** The id of each draft, with its day. The browser chooses the ids, so sending twice creates each draft once. */
  days: readonly { id: string; date: PlainDate }[]
  seriesId?: string
  copiedFrom?: string
}

/** Creates drafts for a school, on one day or several. Returns how many there are now. */
export async function createShifts(tx: Tx, me: Actor, drafts: Drafts): Promise<number> {
  const { schoolId, fields, days } = drafts
  await refuseOthersSchool(tx, me, schoolId)
  const shift = { ...fields, id: days[0]!.id, school_id: schoolId }
  const planned = await planDates(
    tx,
    shift,
    fields,
    days.map(({ date }) => date),
  )
  for (const plan of planned) refuseIf(shiftRefusals, roundBlocker(plan, plan.starts_at))
  const rows = planned.map((plan, at) => ({
    ...pick(plan, planFields),
    ...pick(plan, ['semester_id', 'date', 'start_time', 'end_time', 'time_zone', 'starts_at', 'ends_at']),
    id: days[at]!.id,
    school_id: schoolId,
    series_id: drafts.seriesId ?? null,
    copied_from_shift_id: drafts.copiedFrom ?? null,
    created_by: me.realUserId,
  }))
  await tx
    .insertInto('shifts')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const { made } = await tx
    .selectFrom('shifts')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where(
      'id',
      'in',
      days.map(({ id }) => id),
    )
    .where('school_id', '=', schoolId)
    .executeTakeFirstOrThrow()
  if (made < days.length) refuse(shiftRefusals, refusal('shift.id_taken'))
  return made
}

const pick = <Row extends object, Key extends keyof Row>(row: Row, keys: readonly Key[]): Pick<Row, Key> =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Key>

/** The id of a shift of a series: the same for the same day, so a retry creates nothing twice. */
export function idInSeries(seriesId: string, date: PlainDate): string {
  const digest = createHash('md5').update(`${seriesId} ${date}`).digest('hex')
  // As a random UUID: version 4, variant 8.
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

async function refuseOthersSchool(tx: Tx, me: Actor, schoolId: string): Promise<void> {
  const school = await tx
    .selectFrom('schools')
    .select('is_active')
    .where('id', '=', schoolId)
    .executeTakeFirst()
  const isTheirs = me.role === 'superadmin' || me.linkedSchoolId === schoolId
  if (!school || !isTheirs) refuse(shiftRefusals, refusal('shift.only_school_plans'))
  if (!school.is_active && me.role !== 'superadmin') refuse(shiftRefusals, refusal('shift.school_inactive'))
}
