import { refuse, refusal } from '#core/refusal.ts'
import * as capstone from '#features/capstone/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'

/** The preceptors and units with seats for capstone students in a semester, and the semester's dates. */
export async function listOpenings(tx: Tx, semesterId: string) {
  const semester = await tx
    .selectFrom('semesters')
    .select(['school_id', 'start_date', 'end_date'])
    .where('id', '=', semesterId)
    .executeTakeFirst()
  if (!semester) return refuse(wishlistRefusals, refusal('wishlist.semester_unknown'))
  const span = { start: semester.start_date, end: semester.end_date }
  const openings = await capstone.listOpenings(tx, semester.school_id, span)
  return { span, openings: openings.filter(({ seats }) => seats > 0) }
}
