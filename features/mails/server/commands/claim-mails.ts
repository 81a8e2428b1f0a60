import { type RawBuilder, sql } from 'kysely'
import type { TimeFormat } from '#core/time-format.ts'
import { jobOfKey } from '#features/notifications/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import { type Delivery, heldUntil } from '../../rules.ts'

/** The content of a mail: text, or for a notification's copy a code with values. */
export type MailWords = {
  id: string
  subject: string
  body_text: string
  action_path: string | null
  /** The event of a notification's copy, which its reader may turn off for email. */
  event: string | null
  /** The code of a notification's copy, if it has no text. */
  code: string | null
  values: unknown
  /** The time format of its reader. */
  time_format: TimeFormat
}

export type ClaimedMail = MailWords & {
  attempt: number
  to_address: string
  /** Empty if it is rendered from the text, with a button to action_path. */
  body_html: string
  message_id: string
  user_id: string | null
  created_at: string
  delivery: Delivery | null
  /** Of a notification to which a job still adds. */
  is_growing: boolean
  /** Further copies in the same mail: a digest. */
  joined: MailWords[]
}

/**
 * Claims due mails, and hides them from other workers for this many milliseconds. Copies that their reader wants later are put back until
 * then; those of one reader's daily digest become one mail. `isFull` means that there may be more.
 */
export async function claimMails(
  tx: Tx,
  limit: number,
  leaseMs: number,
  now: number = Date.now(),
): Promise<{ mails: ClaimedMail[]; isFull: boolean }> {
  const { rows: claimed } = await sql<{ id: string }>`
    select id from app.claim_mails(${limit}, make_interval(secs => ${leaseMs / 1_000})) id`.execute(tx)
  const rows = await readMails(
    tx,
    sql`m.id = any (${claimed.map(({ id }) => id)}::uuid[])`,
    sql`m.next_attempt_at`,
  )
  const mails: ClaimedMail[] = []
  const joined = new Set<string>()
  for (const mail of rows) {
    if (joined.has(mail.id)) continue
    const until = waitOf(mail, now)
    if (until !== null) await holdMail(tx, mail.id, until)
    else {
      const further = mail.event ? await joinDigest(tx, mail, rows, now) : []
      for (const { id } of further) joined.add(id)
      mails.push({ ...mail, joined: further })
    }
  }
  return { mails, isFull: rows.length === limit }
}

/**
 * Reads the claimed mails with the event, which the reader may turn off for email, and their delivery settings. Computes the notification
 * id first (`offset 0`): under row-level security a comparison that may fail uses no index, so each claim would read every notification.
 */
async function readMails(
  tx: Tx,
  which: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Omit<ClaimedMail, 'joined'>[]> {
  const { rows } = await sql<Omit<ClaimedMail, 'joined' | 'is_growing'> & { key: string | null }>`
    select m.id, m.attempts as attempt, m.to_address, m.subject, m.body_text, m.body_html, coalesce(n.data ->> 'action_url', m.action_path) as action_path,
      m.message_id, m.user_id, n.type as event, n.dedupe_key as key, n.code, n.values, coalesce(u.time_format, '12h') as time_format, m.created_at, to_jsonb(p) as delivery
    from (select id, user_id, to_address, subject, body_text, body_html, action_path, message_id, attempts, next_attempt_at, created_at,
        case when kind = 'notification' then substr(dedupe_key, 14)::uuid end as notification_id from priv.mails m where ${which} offset 0) m
      left join public.users u on u.id = m.user_id
      left join public.notifications n on n.id = m.notification_id
      left join public.delivery_preferences p on p.user_id = m.user_id and n.id is not null
    order by ${order}`.execute(tx)
  const running = await runningJobs(
    tx,
    rows.map(({ key }) => jobOfKey(key)),
  )
  return rows.map(({ key, ...mail }) => ({ ...mail, is_growing: running.has(jobOfKey(key)) }))
}

/** Which of these jobs have not ended. */
async function runningJobs(tx: Tx, ids: readonly (string | null)[]): Promise<ReadonlySet<string | null>> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Set()
  const rows = await tx
    .selectFrom('jobs')
    .select('id')
    .where('id', 'in', known)
    .where('status', 'in', ['queued', 'running'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const waitOf = (
  { event, created_at, delivery, is_growing: isGrowing }: Omit<ClaimedMail, 'joined'>,
  now: number,
): number | null =>
  event ? heldUntil({ event, createdAt: Date.parse(created_at), isGrowing }, delivery, now) : null

/** Puts a claimed copy back until the time its reader chose, without counting an attempt. */
async function holdMail(tx: Tx, id: string, until: number): Promise<void> {
  await tx
    .updateTable('priv.mails')
    .set((is) => ({ next_attempt_at: new Date(until).toISOString(), attempts: is('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** Joins other copies into this digest. A copy that was tried before keeps its content, because it may have arrived under the same id. */
async function joinDigest(
  tx: Tx,
  mail: Omit<ClaimedMail, 'joined'>,
  claimed: readonly Omit<ClaimedMail, 'joined'>[],
  now: number,
): Promise<MailWords[]> {
  const isFirst = mail.attempt === 1
  if (isFirst && !mail.delivery?.digest_at) return []
  const due = claimed.filter(
    ({ user_id, event, ...one }) =>
      event &&
      user_id === mail.user_id &&
      one.attempt === 1 &&
      waitOf({ ...one, user_id, event }, now) === null,
  )
  if (isFirst) await sql`select app.join_digest(${mail.id}, ${due.map(({ id }) => id)}::uuid[])`.execute(tx)
  return readMails(tx, sql`m.digest_id = ${mail.id}`, sql`m.created_at, m.id`)
}
