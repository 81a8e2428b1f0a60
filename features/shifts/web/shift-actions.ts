import { eventWords, mayMove } from '../rules.ts'
import type { BulkAction, ShiftDetail, ShiftEventName, ShiftRow } from '../contract.ts'

/** Events that the calendar brings about, or a form of its own. */
type NoAction = 'agree' | 'expire' | 'fill' | 'free' | 'start' | 'complete' | 'counter'
/** What someone does with one shift or several at once, through one dialog; what it asks and sends is in shift-questions.ts. */
export type ShiftAction = Exclude<ShiftEventName, NoAction> | 'remove' | 'accept_change' | 'decline_change'
export type Party = NonNullable<ShiftDetail['party']>

const ownLabels: Partial<Record<ShiftAction | BulkAction, string>> = {
  remove: 'Delete',
  accept_change: 'Agree to the change',
  decline_change: 'Decline the change',
  substitute: 'Reassign',
  move: 'Move',
}
const dangers: readonly (ShiftAction | BulkAction)[] = [
  'withdraw', 'cancel', 'remove', 'decline', 'postpone', 'decline_counter',
] // prettier-ignore

/** What a button or a line of a menu says. */
export const labelOfAction = (action: ShiftAction | BulkAction): string =>
  ownLabels[action] ?? eventWords[action as ShiftEventName]

/** Is it something that others lose by, and a red button? */
export const isDangerous = (action: ShiftAction | BulkAction): boolean => dangers.includes(action)

/** May this party do it with a shift in this state? By the same rule that the database refuses by. */
export function mayDo(
  action: ShiftAction,
  row: Pick<ShiftRow, 'status'>,
  party: Party | null,
  isSchoolSuper = false,
): boolean {
  if (action === 'remove') return row.status === 'draft' && (party === 'school' || party === 'platform')
  return isEvent(action) && mayMove(row.status, action, party, isSchoolSuper)
}

/** Changes of an approved shift are agreed to next to its status; every other action is an event of its life. */
const isEvent = (action: ShiftAction): action is ShiftAction & ShiftEventName =>
  action !== 'remove' && action !== 'accept_change' && action !== 'decline_change'
