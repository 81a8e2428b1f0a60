import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Leave, LeaveDays, LeaveReason, OwnLeave } from '../../contract.ts'
import { leaveRefusals } from '../../messages.ts'
import { leaveStatusOf } from '../../rules.ts'

/** How many days after a return the student still sees the banner. */
const RETURNED_DAYS = 60

export type FoundLeave = Leave & {
  student_id: string
  school_id: string
  canceled_at: string | null
  freed_items: { id: string; kind: string }[]
}
type Row = Omit<FoundLeave, 'status' | 'reason'> & { reason: string; today: PlainDate }

const leaves = (tx: Tx) =>
  tx
    .selectFrom('student_leaves as l')
    .leftJoin('users as b', 'b.id', 'l.recorded_by')
    .select(['l.id', 'l.student_id', 'l.school_id', 'l.starts_on', 'l.ends_on', 'l.reason', 'l.note'])
    .select(['l.canceled_at', 'l.created_at', 'l.version', 'b.full_name as recorded_by_name'])
    .select([
      sql<number>`jsonb_array_length(l.freed)`.as('freed'),
      sql<FoundLeave['freed_items']>`l.freed`.as('freed_items'),
      sql<PlainDate>`app.school_today(l.school_id)`.as('today'),
    ])

const found = ({ today, ...row }: Row): FoundLeave => ({
  ...row,
  reason: row.reason as LeaveReason,
  status: leaveStatusOf(row, today),
})

/** A student's leaves that the caller may see, latest first. */
export async function leavesOf(tx: Tx, studentId: string): Promise<FoundLeave[]> {
  const rows = await leaves(tx)
    .where('l.student_id', '=', studentId)
    .orderBy('l.starts_on', 'desc')
    .orderBy('l.created_at', 'desc')
    .execute()
  return rows.map(found)
}

/** The student's own leave that is planned, in progress, or recently ended. */
export async function findOwnLeave(
  tx: Tx,
  { userId, role }: { userId: string; role: string },
): Promise<OwnLeave | null> {
  if (role !== 'student') return null
  const rows = await leaves(tx)
    .where('l.student_id', '=', userId)
    .where('l.canceled_at', 'is', null)
    .where(
      sql<boolean>`coalesce(l.ends_on, 'infinity') >= app.school_today(l.school_id) - ${RETURNED_DAYS}::integer`,
    )
    .orderBy('l.starts_on')
    .execute()
  const all = rows.map(found)
  const own = all.find(({ status }) => status !== 'returned') ?? all.at(-1)
  if (!own) return null
  const { id, starts_on, ends_on, reason, note, status, created_at } = own
  return { id, starts_on, ends_on, reason, note, status, created_at }
}

/** The days of a student's leaves, as far as the caller may see them. */
export const leaveDaysOf = (tx: Tx, studentId: string): Promise<LeaveDays[]> =>
  tx
    .selectFrom('student_leaves')
    .select(['starts_on', 'ends_on'])
    .where('student_id', '=', studentId)
    .where('canceled_at', 'is', null)
    .execute()

/** A leave of the caller's school; refused if there is none. */
export async function findLeave(tx: Tx, id: string): Promise<FoundLeave> {
  const row = await leaves(tx).where('l.id', '=', id).executeTakeFirst()
  return row ? found(row) : refuse(leaveRefusals, refusal('leave.missing'))
}

/** Locks a leave of the caller's school; refused if there is none. */
export async function lockLeave(tx: Tx, id: string): Promise<FoundLeave & { today: PlainDate }> {
  const row = await leaves(tx).where('l.id', '=', id).forUpdate('l').executeTakeFirst()
  if (!row) return refuse(leaveRefusals, refusal('leave.missing'))
  return { ...found(row), today: row.today }
}
