import { sql } from 'kysely'

/** The name of facility `f` for someone who was invited: a unit with its site, because "Emergency Department" alone could be anywhere. */
export const facilityName = sql<string>`concat_ws(', ', f.name, (select p.name from public.facilities p where p.id = f.parent_id and f.kind = 'unit'))`
