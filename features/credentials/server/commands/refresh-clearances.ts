import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { type RequirementFacts, requirementsFor } from '#features/credential-types/rules.ts'
import type { ClearanceStatus } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import {
  type Asked,
  briefOf,
  clearanceOf,
  type Held,
  missingTypes,
  type SeatStep,
  seatStep,
} from '../../rules.ts'

type Due = Omit<RequirementFacts, 'role'> & {
  id: string
  student_id: string
  student_name: string
  held_at: string | null
  decided_status: ClearanceStatus | null
  removes: boolean
  today: PlainDate
  now: string
}
type Basis = { requirements: Asked[]; held: (Held & { person_id: string; school_id: string })[] }
type Computed = {
  seat: Due
  status: ClearanceStatus
  missing: string[]
  missing_types: string[]
  step: SeatStep
}

/**
 * As the worker: computes the clearance of the next seats that are due, at night, after a submission, a decision or a changed requirement;
 * holds seats whose credential ended, releases and takes them away. Returns how many it computed.
 */
export async function refreshClearances(tx: Tx, most = 500): Promise<number> {
  const { rows: seats } = await sql<Due>`select * from app.seats_to_clear(${most}::integer)`.execute(tx)
  if (seats.length === 0) return 0
  const people = [...new Set(seats.map((seat) => seat.student_id))]
  const scopes = [...new Set(seats.flatMap((seat) => [seat.school_id, ...seat.facility_ids]))]
  const { rows } = await sql<Basis>`
    select * from app.clearance_basis(${people}::uuid[], ${scopes}::uuid[])`.execute(tx)
  const { requirements, held } = rows[0]!
  const byPerson = Map.groupBy(held, (one) => `${one.person_id} ${one.school_id}`)
  const computed = seats.map((seat) =>
    compute(seat, requirements, byPerson.get(`${seat.student_id} ${seat.school_id}`) ?? []),
  )
  const written = computed.map(({ seat, ...row }) => ({ id: seat.id, ...row }))
  await sql`select app.write_seat_clearances(${JSON.stringify(written)}::jsonb)`.execute(tx)
  await notifyOf(tx, computed)
  return seats.length
}

function compute(seat: Due, requirements: readonly Asked[], held: readonly Held[]): Computed {
  const over = (first: PlainDate, last: PlainDate) =>
    clearanceOf(requirementsFor(requirements, { ...seat, role: 'student', first, last }), held, {
      first,
      last,
    })
  const forShift = over(seat.first, seat.last)
  return {
    seat,
    ...briefOf(forShift),
    missing_types: missingTypes(forShift),
    step: seatStep(forShift, over(seat.today, seat.today), seat),
  }
}

/** One notification for each student and what happened, however many of their seats it concerns. */
async function notifyOf(tx: Tx, computed: readonly Computed[]): Promise<void> {
  const changed = computed.filter(({ step }) => step !== 'none')
  for (const group of Map.groupBy(changed, ({ seat, step }) => `${step} ${seat.student_id}`).values()) {
    const { seat, step } = group[0]!
    const values = {
      types: [...new Set(group.flatMap((one) => one.missing_types))],
      shifts: group.length,
      first: group.map((one) => one.seat.first).toSorted()[0]!,
    }
    const named = { ...values, student: seat.student_name }
    const ids = group.map((one) => one.seat.id).toSorted()
    if (step === 'release')
      await notify(tx, ids, 'student', notification(notificationTexts, 'credential.seat_kept', values))
    if (step === 'hold') {
      await notify(tx, ids, 'student', notification(notificationTexts, 'credential.seat_held', { ...values, removes: seat.removes })) // prettier-ignore
      await notify(tx, ids, 'school', notification(notificationTexts, 'credential.seat_held_student', named))
    }
    if (step === 'remove') {
      await notify(tx, ids, 'student', notification(notificationTexts, 'credential.seat_removed', values))
      await notify(
        tx,
        ids,
        'school',
        notification(notificationTexts, 'credential.seat_removed_student', named),
      )
    }
  }
}

const notify = (
  tx: Tx,
  seats: readonly string[],
  to: 'student' | 'school',
  { code, values }: { code: string; values: object },
) =>
  sql`select app.notify_seat_clearance(${seats}::uuid[], ${to}, ${code}, ${JSON.stringify(values)}::jsonb)`.execute(
    tx,
  )
