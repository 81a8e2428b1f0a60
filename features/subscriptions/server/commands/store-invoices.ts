import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Invoice } from '../../contract.ts'

/** As the worker: stores a school’s invoices as the payment provider has them; a later reading is not overwritten. */
export async function storeInvoices(
  tx: Tx,
  schoolId: string,
  at: string,
  invoices: readonly Invoice[],
): Promise<void> {
  if (invoices.length === 0) return
  await sql`
    insert into public.invoices as i (id, school_id, number, status, due_cents, paid_cents, currency, issued_at, period_starts_at, period_ends_at,
      pdf_url, page_url, read_at)
    select g.id, ${schoolId}::uuid, g.number, g.status, g.due_cents, g.paid_cents, g.currency, g.issued_at, g.period_starts_at, g.period_ends_at,
      g.pdf_url, g.page_url, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) g (id text, number text, status text, due_cents bigint, paid_cents bigint,
      currency text, issued_at timestamptz, period_starts_at timestamptz, period_ends_at timestamptz, pdf_url text, page_url text)
    on conflict (id) do update set number = excluded.number, status = excluded.status, due_cents = excluded.due_cents,
      paid_cents = excluded.paid_cents, issued_at = excluded.issued_at, pdf_url = excluded.pdf_url, page_url = excluded.page_url,
      read_at = excluded.read_at
    where i.read_at < excluded.read_at and i.school_id = excluded.school_id`.execute(tx)
}
