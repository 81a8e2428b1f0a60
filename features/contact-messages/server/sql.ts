import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

export type Mail = { subject: string; text: string; html: string }

export type KeptMessage = {
  id: string
  name: string
  email: string
  organization: string
  topic: string
  message: string
}

/** Seconds to wait before this place may write again; 0 when it may now, and then the attempt counts. */
export async function reserveAttempt(tx: Tx, addressBlock: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.reserve_attempt(${`contact from ${addressBlock}`}, 5, '1 hour'::interval) as wait`.execute(tx)
  return rows[0]!.wait
}

/** `operator` null: every superadmin is told. */
export async function keep(
  tx: Tx,
  kept: KeptMessage,
  mails: { operator: string | null; toOperator: Mail; toSender: Mail },
): Promise<void> {
  const { id, name, email, organization, topic, message } = kept
  await sql`select app.keep_contact_message(${id}, ${name}, ${email}, ${organization}, ${topic}, ${message},
    ${mails.operator}, ${JSON.stringify(mails.toOperator)}, ${JSON.stringify(mails.toSender)})`.execute(tx)
}
