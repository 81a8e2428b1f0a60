import { type RawBuilder, sql } from 'kysely'

/** The units of the facility that the asker works in; below one site or unit of it when that is named. */
export const within = (facilityId: string | undefined): RawBuilder<unknown> =>
  facilityId
    ? sql`x.facility_id = any (array(select app.facility_scope((select app.selected_facility_id())) intersect select app.facility_scope(${facilityId}::uuid)))`
    : sql`x.facility_id = any (array(select app.facility_scope((select app.selected_facility_id()))))`
