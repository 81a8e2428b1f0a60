import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { phaseOf } from '#features/wishlists/rules.ts'
import type { WishlistPhase, WishlistStatus } from '#features/wishlists/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RotationFields, RotationOrigin } from '../../contract.ts'
import { rotationRefusals } from '../../messages.ts'
import type { HeldShift } from '../../rules.ts'

export type OfWishlist = { id: string; name: string; status: WishlistStatus; phase: WishlistPhase }

/** A rotation as stored, with the wishlists that offer it. */
export type Rotation = RotationFields & {
  id: string
  school_id: string
  series_id: string
  origin: RotationOrigin
  is_canceled: boolean
  cancel_reason: string | null
  version: number
  wishlists: OfWishlist[]
}

/** A rotation; throws NOT_FOUND if the caller may not see it. */
export async function loadRotation(tx: Tx, id: string): Promise<Rotation> {
  const row = await tx.selectFrom('rotations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return refuse(rotationRefusals, refusal('rotation.not_found'))
  const { canceled_at, start_time, end_time, ...rest } = row
  return {
    ...(rest as unknown as Omit<Rotation, 'is_canceled' | 'wishlists' | 'start_time' | 'end_time'>),
    start_time: start_time.slice(0, 5),
    end_time: end_time.slice(0, 5),
    is_canceled: canceled_at !== null,
    wishlists: (await wishlistsOf(tx, [id])).get(id) ?? [],
  }
}

/** Whether the caller can see a rotation with this id. */
export async function isKnown(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('rotations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** By rotation: the wishlists that offer it, with their phase by the database's clock. */
export async function wishlistsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, OfWishlist[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('wishlist_options as o')
    .innerJoin('wishlist_campaigns as w', 'w.id', 'o.campaign_id')
    .select([
      'o.rotation_id',
      'w.id',
      'w.name',
      'w.status',
      'w.opens_at',
      'w.closes_at',
      sql<string>`now()`.as('now'),
    ])
    .where('o.rotation_id', 'in', [...ids])
    .orderBy('w.opens_on', 'desc')
    .execute()
  const found = rows.map(({ rotation_id, now, opens_at, closes_at, ...row }) => {
    const status = row.status as WishlistStatus
    const phase = phaseOf({ status, opens_at, closes_at }, Date.parse(now))
    return { rotation_id: rotation_id!, wishlist: { id: row.id, name: row.name, status, phase } }
  })
  return new Map(
    [...Map.groupBy(found, ({ rotation_id }) => rotation_id)].map(([id, some]) => [
      id,
      some.map(({ wishlist }) => wishlist),
    ]),
  )
}

/** The upcoming shifts of a rotation, in order. */
export async function heldShifts(tx: Tx, { series_id, school_id }: Rotation): Promise<HeldShift[]> {
  const rows = await tx
    .selectFrom('shifts')
    .select([
      'id',
      'version',
      'date',
      'status',
      'submitted_at',
      'is_series_exception',
      'title',
      'course_code',
      'start_time',
      'end_time',
      'facility_id',
      'specialty',
      'experience_type',
      'capacity',
      'min_to_run',
      'break_min',
      'conference_min',
      'cohort_ids',
      'proctor_id',
      'more_proctor_ids',
      'change',
    ])
    .where('series_id', '=', series_id)
    .where('school_id', '=', school_id)
    .where('starts_at', '>', sql<string>`now()`)
    .orderBy('date')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...(row as unknown as HeldShift),
    start_time: row.start_time.slice(0, 5),
    end_time: row.end_time.slice(0, 5),
  }))
}
