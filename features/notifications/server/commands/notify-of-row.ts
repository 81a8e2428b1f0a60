import { type RawBuilder, sql } from 'kysely'
import type { subjects } from '#database/subjects.ts'
import type { Tx } from '#platform/server/db.ts'

type Written = { table: keyof typeof subjects; id: string }
type Column =
  | 'student_id'
  | 'person_id'
  | 'instructor_id'
  | 'instructor_ids'
  | 'proctor_id'
  | 'evaluator_id'
  | 'faculty_id'
  | 'requester_id'
  | 'decider_ids'
  | 'administrator_ids'
  | 'user_id'
  | 'member_id'
  | 'leader_ids'
  | 'left_ids'
  | 'joined_ids'
  | 'seat_ids'
  | 'asked_ids'
  | 'asker_id'
  | 'advisor_ids'
  | 'reader_ids'
  | 'from_student_id'
  | 'to_student_id'
/**
 * Besides the people in the row's columns: administrators of its school (or only its super admins) or facility, and others who belong to
 * it.
 */
type Audience = 'school' | 'super_admins' | 'facility' | 'people' | 'preceptors'
type Delivery<Key> = {
  /** `superadmin` is used if there is no one else; `others` leaves out the person who made the change. */
  to: readonly (Column | Audience | 'superadmin' | 'others')[]
  /** Which people of the school, or which preceptors. */
  people?: readonly string[]
  type: string
  /** The page where it is read, if any; if it depends on the reader, an address per role, with '' for all other roles. */
  url: string | null | Readonly<Record<string, string>>
  key: Key
}

/**
 * Notifies people of a row that the caller has just written, of a school that they administer, or of a project that they are a party to,
 * each once per key; refused for any other row. Returns how many were notified.
 */
export async function notifyOfRow(
  tx: Tx,
  { table, id }: Written,
  { to, people = [], type, url, key }: Delivery<string | RawBuilder<string> | null>,
  { code, values }: { code: string; values: object },
): Promise<number> {
  const urls = JSON.stringify(typeof url === 'string' ? { '': url } : url)
  const { rows } = await sql<{ notified: number }>`
    select app.notify_of_row(${table}, ${id}::uuid, ${to}::text[], ${people}::uuid[], ${type}, ${code}, ${JSON.stringify(values)}::jsonb,
      ${urls}::jsonb, ${key}::text) as notified`.execute(tx)
  return rows[0]!.notified
}

/** Rows in one statement, which has a time limit. */
const AT_ONCE = 500

/** As the worker: notifies people of many rows of a table in a few statements. */
export async function notifyOfRows(
  tx: Tx,
  table: Written['table'],
  notices: readonly (Omit<Delivery<string>, 'people' | 'url'> & {
    id: string
    url: string
    code: string
    values: object
  })[],
): Promise<void> {
  for (let at = 0; at < notices.length; at += AT_ONCE)
    await sql`
      select app.notify_of_row(${table}, n.id, n."to", '{}', n.type, n.code, n."values", jsonb_build_object('', n.url), n.key)
      from jsonb_to_recordset(${JSON.stringify(notices.slice(at, at + AT_ONCE))}::jsonb)
        n (id uuid, "to" text[], type text, code text, "values" jsonb, url text, key text)`.execute(tx)
}
