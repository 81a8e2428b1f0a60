import { sql } from 'kysely'
import { namesOfLeaders } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RotationDetail, RotationShift } from '../../contract.ts'
import { differencesOf, followingLabels, followingStates, type HeldShift } from '../../rules.ts'
import { listRotations } from './list-rotations.ts'
import { heldShifts, loadRotation, type Rotation } from './load-rotation.ts'

/** A rotation with its shifts and how they differ from it. */
export async function getRotation(tx: Tx, id: string): Promise<RotationDetail> {
  const { is_canceled: _canceled, series_id, ...rotation } = await loadRotation(tx, id)
  const [row] = await listRotations(tx, { id })
  const shifts = await listShifts(tx, { ...rotation, series_id, is_canceled: _canceled })
  const cohorts = await tx
    .selectFrom('cohorts')
    .select('name')
    .where('id', 'in', rotation.cohort_ids.length > 0 ? rotation.cohort_ids : [id])
    .orderBy('name')
    .execute()
  return {
    ...row!,
    ...rotation,
    cohorts: cohorts.map(({ name }) => name),
    wishlists: rotation.wishlists.map(({ id: wishlist, name, phase }) => ({
      id: wishlist,
      name,
      status: phase,
    })),
    shifts,
    differing_count: shifts.filter(({ differs }) => differs.length > 0).length,
  }
}

type Row = Omit<RotationShift, 'differs'>

async function listShifts(tx: Tx, rotation: Rotation): Promise<RotationShift[]> {
  const { rows } = await sql<Row>`
    select s.id, s.version, s.date, to_char(s.start_time, 'HH24:MI') as start_time, to_char(s.end_time, 'HH24:MI') as end_time, s.status,
      coalesce(s.seats, s.capacity) as seats, s.seats_taken, ${namesOfLeaders(sql`app.instructors_of(s)`)} as leader_names, s.starts_at > now() as is_ahead
    from public.shifts s
    where s.series_id = ${rotation.series_id}::uuid and s.school_id = ${rotation.school_id}::uuid order by s.date, s.starts_at, s.id`.execute(
    tx,
  )
  const held = new Map((await heldShifts(tx, rotation)).map((shift) => [shift.id, shift]))
  return rows.map((row) => ({ ...row, differs: inWords(rotation, held.get(row.id)) }))
}

/** How an upcoming shift differs from its rotation, in words. */
function inWords(rotation: Rotation, shift: HeldShift | undefined): string[] {
  if (rotation.is_canceled || !shift || !followingStates.includes(shift.status)) return []
  const fields = differencesOf(rotation, shift)
  return fields ? fields.map((field) => followingLabels[field]) : ['day']
}
