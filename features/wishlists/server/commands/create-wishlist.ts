import { randomUUID } from 'node:crypto'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistFields } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { fieldsBlocker } from '../../rules.ts'
import { listRotations, type Offered } from '../queries/list-rotations.ts'

/** Creates a draft whose options are the chosen rotations as they are now. */
export async function createWishlist(
  tx: Tx,
  id: string,
  { rotation_ids: chosen, ...fields }: WishlistFields,
): Promise<void> {
  refuseIf(wishlistRefusals, fieldsBlocker({ ...fields, rotation_ids: chosen }))
  const rotations = await listRotations(tx, fields.semester_id, chosen)
  if (rotations.length < new Set(chosen).size) refuse(wishlistRefusals, refusal('wishlist.rotation_unknown'))
  const { school_id: schoolId } = await tx
    .selectFrom('semesters')
    .select('school_id')
    .where('id', '=', fields.semester_id)
    .executeTakeFirstOrThrow()
  const made = await tx
    .insertInto('wishlist_campaigns')
    .values({ id, school_id: schoolId, ...fields } as never)
    .onConflict((taken) => taken.column('id').doNothing())
    .returning('id')
    .execute()
  if (made.length === 0) return
  const sites = await sitesOf(tx, rotations)
  await tx
    .insertInto('wishlist_options')
    .values(
      rotations.map(({ facility_id: unit, level_seats, ...rotation }, at) => ({
        ...rotation,
        level_seats: JSON.stringify(level_seats),
        unit_id: unit,
        ...(unit !== null && sites.get(unit)),
        id: randomUUID(),
        school_id: schoolId,
        campaign_id: id,
        position: at + 1,
      })),
    )
    .execute()
}

/** Where the sites of these units are. */
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
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}
