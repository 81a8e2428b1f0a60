import { refusal } from '#core/refusal.ts'
import type { ShiftFields } from '../contract.ts'

/** What a form and a refusal say of a fair round that would be decided after the shift began. */
export const ROUND_TOO_LATE =
  'A fair round is decided before the shift begins. Choose an earlier time for sign-up to close.'

/** Why a fair round could not be decided at its time, or null: the shift would have begun. */
export const roundBlocker = (
  plan: Pick<ShiftFields, 'signup_mode' | 'signup_policy' | 'signup_closes_at'>,
  startsAt: string,
) =>
  plan.signup_policy === 'fair_round' &&
  plan.signup_mode !== 'assigned' &&
  plan.signup_closes_at &&
  Date.parse(plan.signup_closes_at) >= Date.parse(startsAt)
    ? refusal('shift.fair_round_too_late')
    : null
