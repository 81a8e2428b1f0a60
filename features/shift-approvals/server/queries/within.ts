import { type RawBuilder, sql } from 'kysely'

/** The units of the facility that the caller works in, or those below one site or unit of it. */
export const within = (facilityId: string | undefined): RawBuilder<unknown> =>
  facilityId
    ? sql`x.facility_id = any (array(select app.facility_scope((select app.selected_facility_id())) intersect select app.facility_scope(${facilityId}::uuid)))`
    : sql`x.facility_id = any (array(select app.facility_scope((select app.selected_facility_id()))))`
