import type { Tx } from '#platform/server/db.ts'
import type { WishlistOption } from '../../contract.ts'

/** The options of these wishlists, in the order the school gave them. */
export async function listOptions(
  tx: Tx,
  campaignIds: readonly string[],
): Promise<(WishlistOption & { campaign_id: string; latitude: number | null; longitude: number | null })[]> {
  const rows = await tx
    .selectFrom('wishlist_options')
    .select([
      'id',
      'campaign_id',
      'name',
      'place',
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
      'latitude',
      'longitude',
    ]) // prettier-ignore
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
