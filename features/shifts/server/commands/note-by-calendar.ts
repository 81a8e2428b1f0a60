import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Line = { shift_id: string; event: string; reason?: string; details?: Record<string, unknown> }

/** Writes what the calendar did without a step into the trails of shifts. */
export async function noteByCalendar(tx: Tx, lines: readonly Line[]): Promise<void> {
  const whole = lines.map((line) => ({ details: {}, ...line }))
  await sql`select app.note_by_calendar(${JSON.stringify(whole)}::jsonb)`.execute(tx)
}
