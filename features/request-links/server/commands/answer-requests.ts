import { sql } from 'kysely'
import { refuse, refusal, refusalMessage } from '#core/refusal.ts'
import { endGroup } from '#features/notifications/server/public.ts'
import type { DeclineCode } from '#features/shifts/contract.ts'
import {
  type Actor,
  approveShift,
  declineShift,
  groupNotifications,
  inWords,
  type Locked,
  runEach,
} from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { isNearDeadline, notReachedRefusal } from '#platform/server/time-left.ts'
import type { Answered } from '../../contract.ts'
import { requestLinkRefusals } from '../../messages.ts'
import { requestLinkBlocker } from '../../rules.ts'
import { requestsOfLink } from '../queries/requests-of-link.ts'
import { openLink } from './open-link.ts'

export type Answer = { decision: 'approve' } | { decision: 'decline'; code: DeclineCode }

type Sent = { shifts: readonly Locked[]; answer: Answer; idempotency_key?: string | null | undefined }

/**
 * Approves or declines the requests of a link, in the versions that its page showed, with the commands and permissions of the person it was
 * sent to. This uses the link up, unless nothing could be done or time ran out before the last (decision 216); a retry of the same click
 * gets the same answer.
 */
export async function answerRequests(
  tx: Tx,
  hash: string,
  { shifts, answer, idempotency_key: key = null }: Sent,
): Promise<Answered> {
  const link = await openLink(tx, hash)
  if (key && link?.answer && link.answer_key === key) return link.answer
  const blocker = requestLinkBlocker(link?.state ?? 'unknown')
  if (!link || blocker) return refuse(requestLinkRefusals, blocker ?? refusal('request_link.unknown'))
  const me: Actor = { role: 'facility_admin', realUserId: link.user_id, linkedSchoolId: null }
  const waiting = new Set((await requestsOfLink(tx, link)).map(({ id }) => id))
  const asked = shifts.filter(({ id }) => waiting.has(id))
  await groupNotifications(tx, `request link ${link.user_id} ${link.submitted_from}`, answer.decision)
  const outcomes = await runEach(
    tx,
    asked,
    (shift) => (at) =>
      answer.decision === 'approve'
        ? approveShift(at, me, { ...shift, seats: null, note: null })
        : declineShift(at, me, { ...shift, code: answer.code, note: null }),
    inWords,
    isNearDeadline,
  )
  await endGroup(tx)
  const done = outcomes.filter(({ ok }) => ok).length
  const gone = refusalMessage(requestLinkRefusals, refusal('request_link.gone'))
  const isLeft = ({ reason }: { reason: string | null }) => reason === notReachedRefusal.reason
  const answered: Answered = {
    done,
    refused: [
      ...outcomes
        .filter(({ ok }) => !ok)
        .map((one) => ({
          id: one.id,
          message: one.message ?? gone,
          reason: isLeft(one) ? ('not_reached' as const) : null,
        })),
      ...shifts.filter(({ id }) => !waiting.has(id)).map(({ id }) => ({ id, message: gone, reason: null })),
    ],
  }
  if (done > 0 && !answered.refused.some(isLeft))
    await sql`select app.spend_request_link(${key}::uuid, ${JSON.stringify(answered)}::jsonb)`.execute(tx)
  return answered
}
