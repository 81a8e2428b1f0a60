import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { formatDate } from '#core/plain-date.ts'
import { refuseIf } from '#core/refusal.ts'
import { attempt } from '#platform/server/attempt.ts'
import type { Tx } from '#platform/server/db.ts'
import type { LeaveGivenBack, LeaveItemKind } from '../../contract.ts'
import { leaveRefusals, notificationTexts } from '../../messages.ts'
import { leaveItemLabels, openBlocker } from '../../rules.ts'
import { lockLeave } from '../queries/find-leaves.ts'
import { findStudent } from '../queries/find-student.ts'
import type { SeatCommands } from '../seat-commands.ts'
import { notifyOfLeave } from './notify-of-leave.ts'

type Freed = { id: string; kind: LeaveItemKind; date: string }

/** Cancels a leave, and gives back what it freed, if no one else has taken it and the rules still allow it. */
export async function cancelLeave(
  tx: Tx,
  commands: SeatCommands,
  { id, version }: { id: string; version: number },
): Promise<LeaveGivenBack> {
  const leave = await lockLeave(tx, id)
  refuseIf(leaveRefusals, openBlocker(leave, version))
  const student = await findStudent(tx, leave.student_id)
  await tx
    .updateTable('student_leaves')
    .set({ canceled_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const { starts_on, ends_on } = leave
  await notifyOfLeave(
    tx,
    { ...leave, version: version + 1 },
    {
      student: notification(notificationTexts, 'leave.canceled', { starts_on, ends_on }),
      advisors: notification(notificationTexts, 'leave.student_back', {
        name: student.full_name,
        first_day: leave.today,
      }),
    },
  )
  const freed = await stillToCome(tx, id)
  const left: LeaveGivenBack['left'] = []
  for (const one of freed) {
    const reason = await whyNotReturned(tx, commands, one)
    if (reason !== null)
      left.push({ label: `${leaveItemLabels[one.kind]} on ${formatDate(one.date)}`, reason })
  }
  return { given_back: freed.length - left.length, left }
}

/** What a leave freed that is still upcoming, by day. */
async function stillToCome(tx: Tx, id: string): Promise<Freed[]> {
  const { rows } = await sql<Freed>`
    select f.id, f.kind, coalesce(x.date, d.date) as date
    from public.student_leaves l cross join jsonb_to_recordset(l.freed) f (id uuid, kind text)
    left join public.assignments a on a.id = f.id left join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
    left join public.capstone_days d on d.id = f.id
    where l.id = ${id}::uuid and coalesce(x.starts_at, d.starts_at) > now() order by 3, f.id`.execute(tx)
  return rows
}

/** Tries to give one item back: null when done, else the reason; a failed try is rolled back. */
async function whyNotReturned(tx: Tx, commands: SeatCommands, { id, kind }: Freed): Promise<string | null> {
  if (kind === 'offer') return 'The offer went to the next in line.'
  if (kind === 'day') return 'Reschedule it on the capstone’s page.'
  const { value, refused } = await attempt(tx, giveBack)
  return refused ? refused.message : value

  async function giveBack(): Promise<string | null> {
    if (kind === 'seat') return commands.giveSeatBack(tx, id)
    await commands.returnRequest(tx, { id, status: kind === 'waitlist' ? 'waitlisted' : 'requested' })
    return null
  }
}
