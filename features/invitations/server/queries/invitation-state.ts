import { sql } from 'kysely'

/** The state of an invitation named i: one whose time is over is expired, and nothing has to run for that. */
export const invitationState = sql`case when i.status in ('sent', 'opened') and i.expires_at <= now() then 'expired' else i.status end`
