import { sql } from 'kysely'

/** For a row `s` of subscriptions, true when the payment provider has something to change, cancel or resume. */
export const isOnline = sql<boolean>`(s.provider_id is not null and not s.by_invoice and s.status not in ('canceled', 'incomplete_expired'))`
