import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Opened = {
  state: 'open' | 'ended' | 'unknown' | 'wait'
  wait: number
  id: string | null
  school_id: string | null
  facility_id: string | null
  salt: Buffer | null
}

/** Opens a shared passport, as app_auth: what lies behind the link, and each opening is kept. */
export async function openLink(tx: Tx, tokenHash: string, addressBlock: string): Promise<Opened> {
  const { rows } = await sql<Opened>`select * from app.open_passport(${tokenHash}, ${addressBlock})`.execute(
    tx,
  )
  return rows[0]!
}
