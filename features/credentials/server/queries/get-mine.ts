import { findAsker } from '#platform/server/asker.ts'
import type { Tx } from '#platform/server/db.ts'
import { listTypes } from '#features/credential-types/server/public.ts'
import type { Clearance } from '../../contract.ts'
import { findToday, listOf } from './list-credentials.ts'
import { findNextClearance } from './readiness-of.ts'

/** What is asked of the asker for their next shift and until the end of the semester, how each item is, and what they sent. */
export async function getMine(tx: Tx) {
  const { id: me } = await findAsker(tx)
  const today = await findToday(tx)
  const found = (await findNextClearance(tx, [me], today)).get(me)
  const span = found?.span
  const nothing: Clearance = { status: 'unknown', first: today, last: today, items: [] }
  const clearance = found?.clearance ?? nothing
  const submissions = await listOf(tx, me, today)
  const named = new Set([...clearance.items, ...submissions].map(({ type_id: id }) => id))
  const types = (await listTypes(tx, { status: 'any' })).filter(({ id }) => named.has(id))
  return {
    today,
    clearance,
    types,
    submissions,
    next_shift: span ? { id: span.shift_id, date: span.date, last: span.last, place: span.place } : null,
  }
}
