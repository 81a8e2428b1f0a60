import { eventLabels, mayMove } from '../rules.ts'
import type { BulkAction, ShiftDetail, ShiftEventName, ShiftRow } from '../contract.ts'

/** Events that the calendar or a separate form causes. */
type NoAction = 'agree' | 'expire' | 'fill' | 'free' | 'start' | 'complete' | 'counter'
/** Actions on one shift or several through one dialog; what it asks and sends is in shift-questions.ts. */
export type ShiftAction = Exclude<ShiftEventName, NoAction> | 'remove' | ChangeAnswer
/** Answers to a requested change of an approved shift, which is not part of the lifecycle. */
const changeAnswers = ['accept_change', 'decline_change', 'take_back_change'] as const
type ChangeAnswer = (typeof changeAnswers)[number]
export type Party = NonNullable<ShiftDetail['party']>

const ownLabels: Partial<Record<ShiftAction | BulkAction, string>> = {
  remove: 'Delete',
  accept_change: 'Agree to the change',
  decline_change: 'Decline the change',
  take_back_change: 'Take back the change',
  substitute: 'Reassign',
  move: 'Move',
}
const dangers: readonly (ShiftAction | BulkAction)[] = [
  'withdraw',
  'cancel',
  'remove',
  'decline',
  'postpone',
  'decline_counter',
]

/** The label of a button or menu item. */
export const labelOfAction = (action: ShiftAction | BulkAction): string =>
  ownLabels[action] ?? eventLabels[action as ShiftEventName]

/** True for actions that cost others something; their button is red. */
export const isDangerous = (action: ShiftAction | BulkAction): boolean => dangers.includes(action)

/** True if this party may take the action in this status. The database uses the same rule. */
export function mayDo(
  action: ShiftAction,
  row: Pick<ShiftRow, 'status'>,
  party: Party | null,
  isSchoolSuper = false,
): boolean {
  if (action === 'remove') return row.status === 'draft' && (party === 'school' || party === 'platform')
  return isEvent(action) && mayMove(row.status, action, party, isSchoolSuper)
}

/** True for an answer to a requested change. */
export const isChangeAnswer = (action: ShiftAction): action is ChangeAnswer =>
  changeAnswers.some((one) => one === action)

/** How this party ends a requested change without it: the one that asked takes it back, the other declines it. */
export const endOfChange = (change: Pick<NonNullable<ShiftDetail['change']>, 'party'>, party: Party | null) =>
  change.party === party ? 'take_back_change' : 'decline_change'

/** True for events of the lifecycle. */
const isEvent = (action: ShiftAction): action is ShiftAction & ShiftEventName =>
  action !== 'remove' && !isChangeAnswer(action)
