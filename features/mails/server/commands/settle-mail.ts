import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { pageOfInvitations, withoutTokens } from '../../rules.ts'
import type { ClaimedMail } from './claim-mails.ts'

type Settled = {
  id: string
  status: 'sent' | 'kept' | 'failed'
  error?: string
  subject: string
  text: string
  html: string
  /** Keeps the tokens of its links, for anyone who reads it at /email-test. */
  hasTokens?: boolean
}
const ERROR_MAX = 500

/**
 * Records the result of a mail and its digest, with the text as sent but without the tokens of its links. Notifies the
 * sender of an invitation that cannot be delivered.
 */
export async function settleMail(
  tx: Tx,
  { id, status, error, subject, text, html, hasTokens = false }: Settled,
): Promise<void> {
  const outcome = {
    status,
    last_error: error?.slice(0, ERROR_MAX) ?? null,
    sent_at: status === 'sent' ? sql<string>`now()` : null,
  }
  const settled = await tx
    .updateTable('priv.mails')
    .set({
      ...outcome,
      subject,
      body_text: hasTokens ? text : withoutTokens(text),
      body_html: hasTokens ? html : withoutTokens(html),
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning(['id', 'kind', 'to_address', 'dedupe_key'])
    .executeTakeFirst()
  if (!settled) return
  await tx
    .updateTable('priv.mails')
    .set(outcome)
    .where('digest_id', '=', id)
    .where('status', '=', 'queued')
    .execute()
  if (status === 'failed' && settled.kind === 'invitation') await notifyInviter(tx, settled)
}

/** Only about the latest sending of an invitation, because a newer one is still on its way. */
async function notifyInviter(
  tx: Tx,
  mail: { id: string; to_address: string; dedupe_key: string | null },
): Promise<void> {
  const [, invitationId, resendCount] = (mail.dedupe_key ?? '').split(' ')
  if (!invitationId || !resendCount) return
  const inviter = await tx
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .where('i.id', '=', invitationId)
    .where('i.resend_count', '=', Number(resendCount))
    .where('i.status', 'in', ['sent', 'opened'])
    .select(['u.id', 'u.role', 'i.role as invited'])
    .executeTakeFirst()
  if (!inviter) return
  const { code, values } = notification(notificationTexts, 'invitation.bounced', { email: mail.to_address })
  await notifyPeople(tx, [
    {
      to: [inviter.id],
      type: 'invitation_bounced',
      code,
      values,
      url: pageOfInvitations(inviter.role, inviter.invited),
      key: `bounced ${mail.id}`,
    },
  ])
}

/** Puts a mail that was not canceled back into the queue for this many milliseconds later; only the claim that failed may do so. */
export async function retryMail(
  tx: Tx,
  { id, attempt }: Pick<ClaimedMail, 'id' | 'attempt'>,
  error: string,
  waitMs: number,
): Promise<void> {
  await tx
    .updateTable('priv.mails')
    .set({
      next_attempt_at: sql<string>`now() + make_interval(secs => ${waitMs / 1_000})`,
      last_error: error.slice(0, ERROR_MAX),
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('attempts', '=', attempt)
    .execute()
}
