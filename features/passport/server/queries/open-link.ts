import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Opened = { is_open: boolean; id: string; school_id: string; salt: Buffer | null }

/** Opens a shared passport, as app_auth: what lies behind the link, and each opening is kept. Nothing where there is no such link. */
export async function openLink(tx: Tx, tokenHash: string, addressBlock: string): Promise<Opened | undefined> {
  const { rows } = await sql<Opened>`select * from app.open_passport(${tokenHash}, ${addressBlock})`.execute(
    tx,
  )
  return rows[0]
}

/** Counts an opening or a guess, as app_auth; returns the seconds to wait where there were too many. */
export async function countAttempt(tx: Tx, what: string, most: number, within: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.reserve_attempt(${what}, ${most}, ${within}::interval) as wait`.execute(tx)
  return rows[0]!.wait
}
