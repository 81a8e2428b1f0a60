import type { Tx } from '#platform/server/db.ts'
import { partnershipActivityEvents, type PartnershipFact } from '../../rules.ts'

const LOOKED_AT = 50

/**
 * The recent events between a school and its facilities, newest first; row-level security decides which events and which names are visible.
 */
export async function listPartnershipActivity(tx: Tx, schoolId: string): Promise<PartnershipFact[]> {
  return tx
    .selectFrom('partnership_events as e')
    .innerJoin('partnerships as p', (on) =>
      on.onRef('p.id', '=', 'e.partnership_id').onRef('p.school_id', '=', 'e.school_id'),
    )
    .innerJoin('facilities as o', 'o.id', 'p.organization_id')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select([
      'e.id',
      'e.at',
      'e.event',
      'e.party',
      'e.partnership_id',
      'u.full_name as actor_name',
      'o.name as organization',
    ])
    .where('e.school_id', '=', schoolId)
    .where('e.event', 'in', [...partnershipActivityEvents])
    .orderBy('e.id', 'desc')
    .limit(LOOKED_AT)
    .execute()
}
