import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** A notification from the scheduler to some people: each gets it once per key, if it has one. */
export type Notice = {
  to: readonly (string | null)[]
  type: string
  code: string
  values: object
  url: string | null
  key?: string
}

/** Notices in one statement, so that each stays well within a statement's time limit. */
const AT_ONCE = 500

/**
 * As the worker: sends these notifications, five hundred in a statement. Refused for any other login, even with nothing to send. Returns
 * the keys of those that reached someone who did not have them.
 */
export async function notifyPeople(tx: Tx, notices: readonly Notice[]): Promise<Set<string>> {
  const sent = new Set<string>()
  const meant = notices.map(({ to, ...said }) => ({ ...said, to: to.filter((id) => id !== null) }))
  const due = meant.filter(({ to }) => to.length > 0)
  for (let at = 0; at === 0 || at < due.length; at += AT_ONCE) {
    const { rows } = await sql<{ key: string | null; written: number }>`
      select n.key, cardinality(app.notify_code(n."to", n.type, n.code, n."values", n.url, n.key)) as written
      from jsonb_to_recordset(${JSON.stringify(due.slice(at, at + AT_ONCE))}::jsonb)
        n ("to" uuid[], type text, code text, "values" jsonb, url text, key text)`.execute(tx)
    for (const { key, written } of rows) if (key !== null && written > 0) sent.add(key)
  }
  return sent
}
