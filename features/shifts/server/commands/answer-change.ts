import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Proposal } from '../../contract.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import { approvedAfter } from '../../rules.ts'
import { refuseTooLate } from './answer-counter.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { planShift } from './plan-shift.ts'
import { proposalOf } from './proposal-of.ts'
import { requireText } from './require-text.ts'
import { writePlan } from './write-plan.ts'
import { writeShift } from './write-shift.ts'

type Asked = Proposal & { party: 'school' | 'facility'; reason: string }

/** Accepts or declines a change to an approved shift as the other party; the party that requested it may withdraw it. */
export async function answerChange(
  tx: Tx,
  me: Actor,
  sent: Locked & { accept: boolean; reason: string | null },
) {
  const reason = sent.reason?.trim() || null
  const { shift, party } = await lockShift(tx, me, sent, null)
  const asked = shift.change as Asked | null
  if (!asked) refuse(shiftRefusals, refusal('shift.no_change_asked'))
  const isOwn = party === asked.party
  if (sent.accept && isOwn) refuse(shiftRefusals, refusal('shift.other_party_answers'))

  let now = factsOf(shift)
  let written
  if (sent.accept) {
    const planned = await planShift(tx, shift, proposalOf(asked))
    const approved = approvedAfter(shift, planned)
    await refuseTooLate(tx, shift, planned, approved)
    const done = await writePlan(
      tx,
      shift,
      planned,
      { change: null, approved_capacity: approved },
      reason,
      party,
    )
    await notifyOfChange(tx, shift, planned, { changed: done.changed, reason: asked.reason })
    written = done.written
    now = factsOf(planned)
  } else {
    if (!isOwn) requireText(reason, `Explain why not. The ${asked.party} can read it.`)
    written = await writeShift(tx, shift, { change: null }, { reason })
  }
  if (!isOwn)
    await notifyShift(
      tx,
      shift,
      { audience: asked.party, type: 'shift_changed', key: `change answered ${shift.version}` },
      notification(notificationTexts, 'shift.change_answered', { ...now, accepted: sent.accept, reason }),
    )
  return written
}
