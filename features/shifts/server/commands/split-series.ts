import { sql } from 'kysely'
import { addDays } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'

/**
 * Moves this shift and the later ones to a new series, so that the earlier ones keep their pattern. The shifts of a rotation stay together,
 * because the rotation defines them.
 */
export async function splitSeries(tx: Tx, id: string, newId: string): Promise<void> {
  const shift = await tx
    .selectFrom('shifts')
    .select(['school_id', 'series_id', 'date'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!shift?.series_id) return
  const { school_id: schoolId, series_id: seriesId, date } = shift
  if (await isRotation(tx, seriesId)) return
  const earlier = await tx
    .selectFrom('shifts')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('school_id', '=', schoolId)
    .where('date', '<', date)
    .limit(1)
    .executeTakeFirst()
  if (!earlier) return
  const series = await tx
    .selectFrom('shift_series')
    .selectAll()
    .where('id', '=', seriesId)
    .executeTakeFirstOrThrow()
  const pattern = series.pattern as object
  await tx
    .insertInto('shift_series')
    .values({
      id: newId,
      school_id: schoolId,
      semester_id: series.semester_id,
      pattern: JSON.stringify({ ...pattern, from: date }),
      created_by: sql<string>`app.real_uid()`,
    })
    .execute()
  await tx
    .updateTable('shift_series')
    .set({ pattern: JSON.stringify({ ...pattern, to: addDays(date, -1) }) })
    .where('id', '=', seriesId)
    .execute()
  await tx
    .updateTable('shifts')
    .set({ series_id: newId })
    .where('series_id', '=', seriesId)
    .where('school_id', '=', schoolId)
    .where('date', '>=', date)
    .execute()
}

async function isRotation(tx: Tx, seriesId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('rotations')
    .select('id')
    .where('series_id', '=', seriesId)
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps shifts of a series that were changed together in that series. */
export async function rejoinSeries(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('shifts')
    .set({ is_series_exception: false })
    .where('id', 'in', [...ids])
    .where('is_series_exception', '=', true)
    .execute()
}
