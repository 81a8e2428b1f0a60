import { sql } from 'kysely'

/** Of a row `s` of subscriptions: is there something at the payment provider to change, cancel or resume? */
export const isOnline = sql<boolean>`(s.provider_id is not null and not s.by_invoice and s.status not in ('canceled', 'incomplete_expired'))`
