import { randomUUID } from 'node:crypto'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistFields } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { listOpenings } from '../queries/list-openings.ts'
import { listRotations, type Offered } from '../queries/list-rotations.ts'

/** A capstone has no shifts until its preceptor plans them: an option's dates are those of the semester. */
const NO_SHIFTS = { weekdays: [], start_time: '00:00', end_time: '00:00', shift_count: 0, hours: 0 }

/** The school, and the columns of the options for these fields from the current rotations or preceptors. */
export async function optionsOf(tx: Tx, fields: WishlistFields) {
  const semester = await tx
    .selectFrom('semesters')
    .select('school_id')
    .where('id', '=', fields.semester_id)
    .executeTakeFirst()
  if (!semester) return refuse(wishlistRefusals, refusal('wishlist.semester_unknown'))
  const options =
    fields.kind === 'capstone' ? await fromOpenings(tx, fields) : await fromRotations(tx, fields)
  return { schoolId: semester.school_id, options }
}

/** Adds options to a draft, in the order in which they are listed. */
export async function addOptions(
  tx: Tx,
  campaignId: string,
  { schoolId, options }: Awaited<ReturnType<typeof optionsOf>>,
): Promise<void> {
  await tx
    .insertInto('wishlist_options')
    .values(
      options.map((option, at) => ({
        ...option,
        id: randomUUID(),
        school_id: schoolId,
        campaign_id: campaignId,
        position: at + 1,
      })),
    )
    .execute()
}

async function fromRotations(tx: Tx, { semester_id, rotation_ids: chosen }: WishlistFields) {
  const rotations = await listRotations(tx, semester_id, chosen)
  if (rotations.length < new Set(chosen).size) refuse(wishlistRefusals, refusal('wishlist.rotation_unknown'))
  const sites = await sitesOf(tx, rotations)
  return rotations.map(({ facility_id: unit, level_seats, ...rotation }) => ({
    ...rotation,
    level_seats: JSON.stringify(level_seats),
    unit_id: unit,
    ...(unit !== null && sites.get(unit)),
  }))
}

async function fromOpenings(tx: Tx, { semester_id, opening_ids: chosen }: WishlistFields) {
  const { span, openings } = await listOpenings(tx, semester_id)
  const found = openings.filter(({ id }) => chosen.includes(id))
  if (found.length < new Set(chosen).size) refuse(wishlistRefusals, refusal('wishlist.opening_unknown'))
  const twice = found.find(
    (unit) =>
      unit.preceptor_id === null &&
      found.some((one) => one.preceptor_id !== null && one.facility_id === unit.facility_id),
  )
  if (twice) refuse(wishlistRefusals, refusal('wishlist.opening_twice', { unit: twice.name }))
  return found.map(({ id: _id, facility_id: unit_id, ...opening }) => ({
    ...opening,
    ...NO_SHIFTS,
    unit_id,
    first_date: span.start,
    last_date: span.end,
    min_seats: 0,
  }))
}

/** The locations of these units' sites. */
async function sitesOf(tx: Tx, rotations: readonly Offered[]) {
  const units = rotations.flatMap(({ facility_id: unit }) => (unit === null ? [] : [unit]))
  if (units.length === 0) return new Map<string, { latitude: number | null; longitude: number | null }>()
  const rows = await tx
    .selectFrom('facilities as u')
    .innerJoin('sites as s', (on) =>
      on.on((eb) => eb.or([eb('s.id', '=', eb.ref('u.parent_id')), eb('s.id', '=', eb.ref('u.id'))])),
    )
    .select(['u.id', 's.latitude', 's.longitude'])
    .where('u.id', 'in', units)
    .execute()
  return new Map(rows.map(({ id, ...fields }) => [id, fields]))
}
