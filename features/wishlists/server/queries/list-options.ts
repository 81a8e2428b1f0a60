import type { Tx } from '#platform/server/db.ts'
import type { WishlistOption } from '../../contract.ts'

type Listed = WishlistOption & {
  campaign_id: string
  /** The rotation, preceptor or unit from which it was created. */
  source_id: string
  /** How many students its facility or preceptor has ranked. */
  ranked: number
  latitude: number | null
  longitude: number | null
}

/** The options of these wishlists, in the school's order. */
export async function listOptions(tx: Tx, campaignIds: readonly string[]): Promise<Listed[]> {
  const rows = await tx
    .selectFrom('wishlist_options')
    .select([
      'id',
      'campaign_id',
      'name',
      'location',
      'specialty',
      'weekdays',
      'first_date',
      'last_date',
      'start_time',
      'end_time',
      'shift_count',
      'hours',
      'seats',
      'min_seats',
      'level_seats',
      'requires',
      'availability',
      (eb) => eb.fn.coalesce('rotation_id', 'preceptor_id', 'unit_id').$notNull().as('source_id'),
      (eb) => eb.fn<number>('cardinality', ['student_order']).as('ranked'),
      'latitude',
      'longitude',
    ])
    .where('campaign_id', 'in', campaignIds)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    ...row,
    level_seats: row.level_seats as WishlistOption['level_seats'],
    requires: row.requires as WishlistOption['requires'],
    hours: Number(row.hours),
    start_time: row.start_time.slice(0, 5),
    end_time: row.end_time.slice(0, 5),
  }))
}
