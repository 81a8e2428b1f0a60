import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialType } from '#features/credential-types/contract.ts'
import { findType } from '#features/credential-types/server/public.ts'
import type { ReasonCode } from '../../contract.ts'
import { credentialRefusals, notificationTexts } from '../../messages.ts'
import { approvalOf, conditionBlocker, reviewBlocker } from '../../rules.ts'
import { type Locked, lockCredential } from '../queries/lock-credential.ts'
import { notifyOwner } from './notify-owner.ts'

export type Decision =
  | { decision: 'approve'; issued_on?: PlainDate | undefined; expires_on?: PlainDate | undefined }
  | { decision: 'condition'; until: PlainDate; note: string }
  | { decision: 'reject'; reason_code: ReasonCode; note: string }
  | { decision: 'revoke'; note: string }

const outcomes = {
  approve: 'approved',
  condition: 'conditionally_approved',
  reject: 'rejected',
  revoke: 'revoked',
} as const

/** Approves, conditionally approves, rejects or revokes another person's submission, and notifies its owner. */
export async function decideCredential(tx: Tx, id: string, decision: Decision): Promise<void> {
  const row = await lockCredential(tx, id)
  const status = outcomes[decision.decision]
  refuseIf(credentialRefusals, reviewBlocker(row, await findActor(tx), status))
  const type = (await findType(tx, row.type_id)) ?? refuse(credentialRefusals, refusal('credential.missing'))
  const { said, ...change } = effectOf(decision, row, type)
  await tx
    .updateTable('credentials')
    .set({ status, ...change })
    .where('id', '=', id)
    .execute()
  await notifyOwner(tx, id, said)
}

function effectOf(decision: Decision, row: Locked, type: CredentialType) {
  const about = { type: type.name }
  switch (decision.decision) {
    case 'approve': {
      const dates = approvalOf(type, row.values, { ...decision, termEnd: row.term_end, today: row.today })
      if (dates.refused) refuse(credentialRefusals, dates.refused)
      const said = notification(notificationTexts, 'credential.approved', {
        ...about,
        until: dates.expires_on,
      })
      return { said, issued_on: dates.issued_on, expires_on: dates.expires_on }
    }
    case 'condition': {
      const { until, note } = decision
      refuseIf(credentialRefusals, conditionBlocker(type, { until, today: row.today, times: row.conditions }))
      const said = notification(notificationTexts, 'credential.conditionally_approved', {
        ...about,
        until,
        note,
      })
      return { said, conditional_until: until, note }
    }
    case 'reject': {
      const { reason_code, note } = decision
      const said = notification(notificationTexts, 'credential.rejected', {
        ...about,
        reason: reason_code,
        note,
      })
      return { said, reason_code, note }
    }
    case 'revoke': {
      const { note } = decision
      return { said: notification(notificationTexts, 'credential.revoked', { ...about, note }), note }
    }
  }
}
