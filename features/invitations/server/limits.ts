import { limited } from '#core/refusal.ts'
import { TOO_MANY } from '#platform/server/pg-errors.ts'

/** Why an address that was invited too often today is not invited again. */
export const TOO_OFTEN = 'This address has reached the daily limit for invitations.'

/** Texts for callers who invite too often. No page imports them, so no page loads them. */
export const invitationLimits = {
  'invitation.checked_often': {
    kind: 'limited' as const,
    text: () => TOO_MANY,
  },
  'invitation.sent_often': limited(() => 'This invitation was sent several times just now.'),
  'invitation.daily': limited(() => TOO_OFTEN),
  'invitation.hourly': limited<{ is_import: boolean; amount: number; spent: number }>(
    ({ is_import: isImport, amount, spent }) => {
      if (!isImport) return 'You have sent 100 invitations within an hour, which is the limit.'
      if (spent === amount) return 'An import sends at most 3000 invitations within an hour.'
      return `You have imported ${spent - amount} invitations within an hour, and with these it would be more than 3000.`
    },
  ),
}
