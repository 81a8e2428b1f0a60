import type { BeginReason, EndReason } from '../contract.ts'

export const beginReasonLabels: Record<BeginReason, string> = {
  enrolled: 'Enrolled',
  transferred: 'Transferred',
  repeat: 'Repeats the year',
}

export const endReasonLabels: Record<EndReason, string> = {
  transferred: 'Transferred',
  leave: 'On leave',
  withdrew: 'Withdrew',
  dismissed: 'Dismissed',
  graduated: 'Graduated',
  corrected: 'Corrected: was never in it',
}
