import { sql } from 'kysely'

/** The state of an invitation named i: derived, so that no job has to expire invitations. */
export const invitationState = sql`case when i.status in ('sent', 'opened') and i.expires_at <= now() then 'expired' else i.status end`
