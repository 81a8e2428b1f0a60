import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'

type Opened = {
  revoked_at: string | null
  ends_on: PlainDate
  is_over: boolean
  holder: string
  id: string
  school_id: string
  salt: Buffer | null
}

/** What a link leads to, as app_auth; anyone who reads it is kept. Nothing where there is no such link. */
export async function openLink(
  tx: Tx,
  tokenHash: string,
  { addressBlock, reads }: { addressBlock: string; reads: boolean },
): Promise<Opened | undefined> {
  const { rows } = await sql<Opened>`
    select * from app.open_passport(${tokenHash}, ${addressBlock}, ${reads}::boolean)`.execute(tx)
  return rows[0]
}
