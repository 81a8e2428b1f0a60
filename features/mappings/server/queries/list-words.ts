import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { MappingWord } from '../../contract.ts'

/** The added words that apply for the actor, those for every facility first. */
export const listWords = (tx: Tx): Promise<MappingWord[]> =>
  tx
    .selectFrom('mapping_words as w')
    .leftJoin('facilities as f', 'f.id', 'w.facility_id')
    .select(['w.id', 'w.facility_id', 'f.name as facility_name', 'w.term'])
    .select([
      sql<MappingWord['specialty']>`w.specialty`.as('specialty'),
      sql<boolean>`coalesce((select app.is_superadmin())
        or w.facility_id in (select app.facility_scope((select app.facility_id()))), false)`.as('is_own'),
    ])
    .orderBy(sql`w.facility_id is not null`)
    .orderBy('f.name')
    .orderBy('w.term')
    .execute()
