import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { BillingEvent, Invoice } from '../../contract.ts'
import { MAX_HISTORY } from '../../rules.ts'

/** The invoices of the selected school, newest first. */
export async function listInvoices(tx: Tx): Promise<Invoice[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'number', 'status', 'due_cents', 'paid_cents', 'currency', 'issued_at'])
    .select(['period_starts_at', 'period_ends_at', 'pdf_url', 'page_url'])
    .where('school_id', '=', sql<string>`(select app.selected_school_id())`)
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows as Invoice[]
}

/** The subscription history of the selected school, newest first; provider events without effect are left out. */
export async function listHistory(tx: Tx): Promise<BillingEvent[]> {
  const rows = await tx
    .selectFrom('billing_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.id', 'e.kind', 'e.at', 'e.reason', 'e.details', 'u.full_name as by'])
    .where('e.school_id', '=', sql<string>`(select app.selected_school_id())`)
    .where('e.kind', '<>', 'reported')
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(MAX_HISTORY)
    .execute()
  return rows as BillingEvent[]
}
