import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { type Notice, notifyOfRows, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { inSavepoint } from '#platform/server/savepoint.ts'
import { notificationTexts } from '../../messages.ts'
import type { SeatBlock } from '../../contract.ts'
import {
  blockerOf,
  type RoundOutcome,
  roundOrder,
  roundOutcome,
  type RoundRequest,
  TAKEN_MEANWHILE,
} from '../../rules.ts'

type Asked = RoundRequest & { position: number }
type Round = { shiftId: string; now: string }

/**
 * As the worker: decides a fair round on a locked shift. Students with the fewest hours
 * in the semester come first; ties are broken in an order that no one chose and anyone
 * can verify. After the round, sign-up is first come, first served. A round whose unit may
 * take no students then, because it is closed or no agreement covers the shift, waits for the
 * school, which decides on the shift itself and is notified once.
 */
export async function decideRound(tx: Tx, shiftId: string, now: string): Promise<void> {
  await sql`select app.hold_levels(array[${shiftId}::uuid])`.execute(tx)
  if (await waitsForSchool(tx, shiftId)) return
  const notices: Notice[] = []
  for (const [at, one] of roundOrder(await findRequests(tx, shiftId)).entries())
    notices.push(await decideOne(tx, { ...one, position: at + 1 }, { shiftId, now }))
  await sql`select set_config('app.seat_details', '', true)`.execute(tx)
  await sql`
    update public.shifts x set round_decided_at = ${now}::timestamptz, signup_policy = 'first_come' where x.id = ${shiftId}`.execute(
    tx,
  )
  await notifyPeople(tx, notices)
}

async function waitsForSchool(tx: Tx, shiftId: string): Promise<boolean> {
  const { rows } = await sql<{ is_closed: boolean; closed_at: string; facts: ShiftFacts }>`
    select coalesce((app.shift_limits(s, true)).most = 0, false) as is_closed, s.signup_closes_at as closed_at, app.shift_facts(s) as facts
    from public.shifts s where s.id = ${shiftId}`.execute(tx)
  const { is_closed: isClosed, closed_at: closedAt, facts } = rows[0]!
  if (isClosed)
    await notifyOfRows(tx, 'shifts', [
      {
        id: shiftId,
        to: ['school', 'superadmin'],
        type: 'seat_request',
        url: `/shift/${shiftId}`,
        key: `round waits ${shiftId} ${closedAt}`,
        ...notification(notificationTexts, 'seat.round_waits', facts),
      },
    ])
  return isClosed
}

/** The students who requested a seat, with their hours in the semester, scheduled ones included, and their lots. */
async function findRequests(tx: Tx, shiftId: string): Promise<RoundRequest[]> {
  const { rows } = await sql<RoundRequest>`
    select a.id as assignment_id, a.student_id, md5(a.shift_id::text || a.student_id::text) as lot,
      coalesce((select sum((l ->> 'done')::float8 + (l ->> 'scheduled')::float8) from jsonb_array_elements(f.hours) l
        where (l ->> 'semester_id')::uuid = x.semester_id), 0)::numeric(10, 2)::float8 as hours
    from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
    left join app.progress_facts(array(select y.student_id from public.assignments y where y.shift_id = ${shiftId}::uuid and y.status = 'requested')) f
      on f.student_id = a.student_id
    where a.shift_id = ${shiftId}::uuid and a.status = 'requested'`.execute(tx)
  return rows
}

async function decideOne(tx: Tx, one: Asked, round: Round): Promise<Notice> {
  const { rows } = await sql<{ block: SeatBlock | null; free: number; facts: ShiftFacts }>`
    select b.block, least(s.seats, (app.shift_limits(s, true)).most) - s.seats_taken as free, app.shift_facts(s) as facts
    from public.shifts s cross join app.seat_blocks(array[${one.student_id}::uuid], array[s]) b where s.id = ${round.shiftId}`.execute(
    tx,
  )
  const { block, free, facts } = rows[0]!
  await sql`select set_config('app.seat_details', ${JSON.stringify({ position: one.position, hours: one.hours })}, true)`.execute(
    tx,
  )
  const outcome = await write(tx, one, roundOutcome({ blocker: blockerOf(block).message, free }), round)
  return noticeOf(one, outcome, { shiftId: round.shiftId, facts })
}

/** Writes the outcome of a request. Declines it if its student took another seat at this moment. */
async function write(tx: Tx, one: Asked, outcome: RoundOutcome, round: Round): Promise<RoundOutcome> {
  try {
    await inSavepoint(tx, () => writeOutcome(tx, one, outcome, round))
    return outcome
  } catch (error) {
    if ((error as { code?: string }).code !== '23P01') throw error
    const declined = { status: 'declined', reason: TAKEN_MEANWHILE } as const
    await writeOutcome(tx, one, declined, round)
    return declined
  }
}

async function writeOutcome(
  tx: Tx,
  { assignment_id, position }: Asked,
  { status, reason }: RoundOutcome,
  { now }: Round,
): Promise<void> {
  await sql`
    update public.assignments x set status = ${status}, reason = ${reason}, during = tstzrange(s.starts_at, s.ends_at), busy = app.busy_range(s),
      asked_at = case when ${status} = 'waitlisted' then ${now}::timestamptz + ${position}::integer * interval '1 millisecond' else x.asked_at end
    from public.shifts s where s.id = x.shift_id and x.id = ${assignment_id}`.execute(tx)
}

const noticeOf = (
  { assignment_id, student_id, position, hours }: Asked,
  { status, reason }: RoundOutcome,
  { shiftId, facts }: { shiftId: string; facts: ShiftFacts },
): Notice => ({
  to: [student_id],
  type: 'shift_assigned',
  url: `/shift/${shiftId}`,
  key: `round ${assignment_id}`,
  ...notification(
    notificationTexts,
    (
      {
        assigned: 'seat.round_won',
        waitlisted: 'seat.round_waitlisted',
        declined: 'seat.round_declined',
      } as const
    )[status],
    { ...facts, position, hours, reason },
  ),
})
