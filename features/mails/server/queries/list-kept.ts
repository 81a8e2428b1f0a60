import { sql } from 'kysely'
import { refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { KeptMail } from '../../contract.ts'
import { mailRefusals } from '../../messages.ts'

/** A page of the mails that were kept because there is no mail server, newest first; found by address. */
export async function listKept(
  tx: Tx,
  { search, page, page_size }: { search: string; page: number; page_size: number },
) {
  const { rows } = await sql<KeptMail & { total: number }>`
    select * from app.list_kept_mails(${search.trim()}, ${page_size}, ${(page - 1) * page_size})`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** One kept mail with its words. */
export async function getKept(
  tx: Tx,
  id: string,
): Promise<KeptMail & { body_text: string; body_html: string }> {
  const { rows } = await sql<KeptMail & { body_text: string; body_html: string }>`
    select * from app.find_kept_mail(${id})`.execute(tx)
  return rows[0] ?? refuse(mailRefusals, refusal('mail.not_found'))
}
