import { sql } from 'kysely'
import { refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { KeptMail } from '../../contract.ts'
import { mailRefusals } from '../../messages.ts'

const keptMails = (tx: Tx) => tx.selectFrom('priv.mails').where('status', '=', 'kept')
const columns = ['id', 'kind', 'to_address', 'subject', 'created_at'] as const

/** A page of the mails kept because there is no mail server, newest first, searched by address. */
export async function listKept(
  tx: Tx,
  { search, page, page_size }: { search: string; page: number; page_size: number },
): Promise<{ rows: KeptMail[]; total: number }> {
  const found = await keptMails(tx)
    .where('to_address', 'ilike', containing(search))
    .select([...columns, sql<number>`(count(*) over ())::integer`.as('total')])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows: found.map(({ total: _total, ...mail }) => mail), total: found[0]?.total ?? 0 }
}

/** One kept mail with its text. */
export async function getKept(
  tx: Tx,
  id: string,
): Promise<KeptMail & { body_text: string; body_html: string }> {
  const mail = await keptMails(tx)
    .where('id', '=', id)
    .select([...columns, 'body_text', 'body_html'])
    .executeTakeFirst()
  return mail ?? refuse(mailRefusals, refusal('mail.not_found'))
}
