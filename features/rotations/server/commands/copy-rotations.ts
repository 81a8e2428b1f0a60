import { sql } from 'kysely'
import { weekdayOf } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { nthId } from '#platform/server/nth-id.ts'
import type { RotationFields } from '../../contract.ts'
import { patternOf } from '../../rules.ts'
import { insertRotation } from './insert-rotation.ts'

type Copy = {
  id: string
  targetId: string
  delta: number
  options: { instructors: boolean; units: boolean; capacity: boolean; series: boolean; cohorts: boolean }
}
type Copied = RotationFields & {
  school_id: string
  new_id: string
  series_id: string
  dates: string[]
  shift_leaders: string[]
}

/**
 * Copies the rotations whose shifts a semester copy included. Their days are those of the copied shifts; instructors, cohorts, unit and
 * seats are copied as far as the shifts have them.
 */
export async function copyRotations(tx: Tx, actorId: string, copy: Copy): Promise<void> {
  if (!copy.options.series) return
  const { rows } = await sql<Copied>`
    select r.school_id, r.name, r.course_code, r.specialty, r.experience_type, r.start_time, r.end_time, r.break_min, r.conference_min, r.min_seats,
      r.level_seats, r.requires, r.instructors, ${nthId(sql`r.id`, copy.id)} as new_id, x.series_id,
      array_agg(distinct x.date::text) as dates, (array_agg(x.facility_id))[1] as facility_id, max(x.capacity) as seats,
      (array_agg(to_jsonb(x.cohort_ids)))[1] as cohort_ids, string_to_array(string_agg(array_to_string(app.instructors_of(x), ' '), ' '), ' ') as shift_leaders
    from public.shifts x join public.rotations r on ${nthId(sql`r.series_id`, copy.id)} = x.series_id and r.school_id = x.school_id
    where x.copy_id = ${copy.id}::uuid and x.semester_id = ${copy.targetId}::uuid and r.canceled_at is null
    group by r.id, x.series_id order by r.id`.execute(tx)
  for (const { new_id, school_id, series_id, dates, shift_leaders, ...row } of rows) {
    const pattern = patternOf(dates)
    const turn = (weekday: number) => ((((weekday - 1 + copy.delta) % 7) + 7) % 7) + 1
    const fields: RotationFields = {
      ...row,
      semester_id: copy.targetId,
      pattern,
      min_seats: Math.min(row.min_seats, row.seats),
      level_seats: Object.fromEntries(
        Object.entries(row.level_seats).map(([level, most]) => [level, Math.min(most ?? 0, row.seats)]),
      ),
      instructors: row.instructors
        .map(({ weekday, proctor_id }) => ({ weekday: turn(weekday), proctor_id }))
        .filter(
          ({ weekday, proctor_id }) =>
            (shift_leaders ?? []).includes(proctor_id) && dates.some((date) => weekdayOf(date) === weekday),
        ),
    }
    await insertRotation(
      tx,
      { realUserId: actorId },
      { id: new_id, schoolId: school_id, seriesId: series_id, origin: 'copy', copyId: copy.id, fields },
    )
  }
}

/** Removes the rotations of an undone copy once its drafts are gone; one that still has a shift stays. */
export async function undoRotations(tx: Tx, copyId: string): Promise<void> {
  await tx
    .deleteFrom('rotations')
    .where('copy_id', '=', copyId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shifts')
            .select('shifts.id')
            .whereRef('shifts.series_id', '=', 'rotations.series_id')
            .whereRef('shifts.school_id', '=', 'rotations.school_id'),
        ),
      ),
    )
    .execute()
}
