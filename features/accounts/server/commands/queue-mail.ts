import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function queueMail(
  tx: Tx,
  mail: { kind: string; to: string; subject: string; text: string; html: string; userId: string | null },
): Promise<void> {
  await sql`select app.queue_mail(${mail.kind}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.userId}::uuid)`.execute(
    tx,
  )
}
