import { sql } from 'kysely'
import type { AutomaticReason } from '#core/automatic-reasons.ts'
import { notification } from '#core/notification-texts.ts'
import { expectedSeats } from '#core/seat-statuses.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ClearanceStatus } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import {
  type RequirementWithRule,
  briefOf,
  type Held,
  missingTypes,
  type SeatStep,
  seatStep,
} from '../../rules.ts'
import { administratorsOf, clearanceOfSeat, findBasis, lockSeats, type Seat } from '../queries/find-seats.ts'

type Computed = {
  seat: Seat
  status: ClearanceStatus
  missing: string[]
  missing_types: string[]
  step: SeatStep
}

/**
 * As the worker: computes the clearance of the next seats that are due: nightly, and
 * after a submission, a decision, a changed requirement or type, or another cohort. Holds seats whose
 * credential ended, and releases or removes them. Returns how many it computed.
 */
export async function refreshClearances(tx: Tx, most = 500): Promise<number> {
  const seats = await lockSeats(tx, most)
  if (seats.length === 0) return 0
  const { requirements, heldOf } = await findBasis(tx, seats)
  const computed = seats.map((seat) => compute(seat, requirements, heldOf(seat)))
  await write(tx, computed)
  await notifyOf(tx, computed)
  return seats.length
}

/** Writes the computed clearances, holds and releases seats, and removes those whose day is over. */
async function write(tx: Tx, computed: readonly Computed[]): Promise<void> {
  const rows = computed.map(({ seat, ...row }) => ({ id: seat.id, ...row }))
  await sql`
    update public.seat_clearances c set status = x.status, missing = x.missing, missing_types = x.missing_types, computed_on = current_date, computed_at = now(),
      held_at = case x.step when 'hold' then now() when 'release' then null else c.held_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (id uuid, status text, missing text[], missing_types text[], step text) where c.id = x.id`.execute(
    tx,
  )
  const gone = rows.flatMap(({ id, step }) => (step === 'remove' ? [id] : []))
  if (gone.length > 0)
    await tx
      .updateTable('assignments')
      .set({
        status: 'removed',
        reason: 'seat.credential_lapsed' satisfies AutomaticReason,
        reason_code: 'non_compliance',
      })
      .where('id', 'in', gone)
      .where('status', 'in', expectedSeats)
      .execute()
}

function compute(seat: Seat, requirements: readonly RequirementWithRule[], held: readonly Held[]): Computed {
  const forShift = clearanceOfSeat(seat, requirements, held)
  const today = clearanceOfSeat({ ...seat, first: seat.today, last: seat.today }, requirements, held)
  return {
    seat,
    ...briefOf(forShift, seat.today),
    missing_types: missingTypes(forShift),
    step: seatStep(forShift, today, seat),
  }
}

type Change = { group: readonly Computed[]; admins: readonly { id: string; school_id: string }[] }

/** One notification per student and event, however many seats it affects. */
async function notifyOf(tx: Tx, computed: readonly Computed[]): Promise<void> {
  const changed = computed.filter(({ step }) => step !== 'none')
  if (changed.length === 0) return
  const admins = await administratorsOf(tx, [...new Set(changed.map(({ seat }) => seat.school_id))])
  const groups = Map.groupBy(changed, ({ seat, step }) => `${step} ${seat.student_id}`)
  await notifyPeople(
    tx,
    [...groups.values()].flatMap((group) => noticesOf({ group, admins })),
  )
}

function noticesOf({ group, admins }: Change): Notice[] {
  const { seat, step } = group[0]!
  const values = {
    types: [...new Set(group.flatMap((one) => one.missing_types))],
    shifts: group.length,
    first: group.map((one) => one.seat.first).toSorted()[0]!,
  }
  const named = { ...values, student: seat.student_name }
  if (step === 'release')
    return [toStudent(group, notification(notificationTexts, 'credential.seat_kept', values))]
  if (step === 'hold')
    return [
      toStudent(
        group,
        notification(notificationTexts, 'credential.seat_held', { ...values, removes: seat.removes }),
      ),
      ...toSchool({ group, admins }, notification(notificationTexts, 'credential.seat_held_student', named)),
    ]
  return [
    toStudent(group, notification(notificationTexts, 'credential.seat_removed', values)),
    ...toSchool({ group, admins }, notification(notificationTexts, 'credential.seat_removed_student', named)),
  ]
}

type Said = { code: string; values: object }
const keyOf = (group: readonly Computed[], { code }: Said): string =>
  `${code} ${group.map(({ seat }) => seat.id).toSorted()[0]} ${group[0]!.seat.now.slice(0, 10)}`

const toStudent = (group: readonly Computed[], said: Said): Notice => ({
  to: [group[0]!.seat.student_id],
  type: 'credential_expiring',
  url: '/student/credentials',
  key: keyOf(group, said),
  ...said,
})

/** Notifications for those who plan and lead these shifts, each linking to the student's page for their role. */
const toSchool = ({ group, admins }: Change, said: Said): Notice[] => {
  const { student_id: student } = group[0]!.seat
  const about = { type: 'credential_expiring', key: keyOf(group, said), ...said } as const
  return [
    {
      ...about,
      to: group.flatMap(({ seat }) =>
        admins.flatMap(({ id, school_id }) => (school_id === seat.school_id ? [id] : [])),
      ),
      url: `/school/students/${student}`,
    },
    { ...about, to: group.flatMap(({ seat }) => seat.proctor_ids), url: `/proctor/students/${student}` },
  ]
}
