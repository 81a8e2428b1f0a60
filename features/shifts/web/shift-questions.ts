import { cancelLabels, declineLabels } from '../rules.ts'
import type { BulkAction, CancelCode, DeclineCode, ShiftEventName } from '../contract.ts'
import { shifts as api } from './queries.ts'
import type { Party, ShiftAction } from './shift-actions.ts'

interface ShiftQuestion {
  /** The title for the named shift, or for "3 shifts". */
  title: (what: string) => string
  /** What will happen, shown before the action. */
  body: string
  /** The message afterwards: "3 shifts submitted". */
  done: string
  reason?: { label: string; required: boolean; hint?: string }
  codes?: { label: string; words: Record<string, string> }
  /** The toast of an action on one shift at a time. */
  single?: string
  /** The API call and its input from the answers; bulk jobs and deletions have their own code. */
  call?: Call
}

/** The answers of the dialog: trimmed texts, null if empty. */
type Answers = {
  code: string
  seats: number | null
  reason: string | null
  late: string | null
  toBeNamed: boolean
}
type Call = { options: () => object; input: (answers: Answers) => object }

/** A procedure and its input; for a single shift, its id and version are added. */
function callOf<Input extends object>(
  procedure: { mutationOptions: () => { mutationFn?: (input: Input, ...rest: never[]) => unknown } },
  input: (answers: Answers) => Omit<Input, 'shifts' | 'id' | 'version' | 'no_patient_named'>,
): Call {
  return { options: () => procedure.mutationOptions(), input }
}

const because = ({ reason }: Answers) => ({ reason: reason ?? '' })

const everybody = 'Everyone involved sees it.'
/** What the dialog asks before each action, and the call that performs it. */
export const shiftQuestions: Record<ShiftAction | BulkAction, ShiftQuestion> = {
  submit: {
    title: (what) => `Submit ${what} to the facility?`,
    body: 'The facility responds within 14 days. Where the agreement says so, and on campus, it is approved at once.',
    done: 'submitted',
    call: callOf(api.submit, ({ late }) => ({ lead_time_reason: late })),
  },
  publish: {
    title: (what) => `Publish ${what}?`,
    body: 'Students who can take it will see it. Assigned students are notified.',
    done: 'published',
    call: callOf(api.publish, ({ toBeNamed }) => ({ to_be_named: toBeNamed })),
  },
  withdraw: {
    title: (what) => `Withdraw ${what}?`,
    body: 'The facility is notified, and seats are freed. Copy it to resubmit.',
    done: 'withdrawn',
    reason: { label: 'Reason', required: true, hint: everybody },
    call: callOf(api.withdraw, because),
  },
  cancel: {
    title: (what) => `Cancel ${what}?`,
    body: 'Students and the instructor are notified now. Missed hours become make-ups.',
    done: 'canceled',
    codes: { label: 'Why', words: cancelLabels },
    reason: { label: 'Reason', required: true, hint: everybody },
    call: callOf(api.cancel, (answers) => ({ code: answers.code as CancelCode, ...because(answers) })),
  },
  remove: {
    title: (what) => `Delete ${what}?`,
    body: 'Only drafts are deleted; no one else has seen them.',
    done: 'deleted',
  },
  approve: {
    title: (what) => `Approve ${what}?`,
    body: 'The school may then publish it to its students.',
    done: 'approved',
    reason: { label: 'Note', required: false, hint: 'The school reads it.' },
    call: callOf(api.approve, ({ seats, reason }) => ({ seats, note: reason })),
  },
  decline: {
    title: (what) => `Decline ${what}?`,
    body: 'The school sees the reason and can request again with other terms.',
    done: 'declined',
    codes: { label: 'Why', words: declineLabels },
    reason: { label: 'Note', required: false, hint: 'The school reads it.' },
    call: callOf(api.decline, ({ code, reason }) => ({ code: code as DeclineCode, note: reason })),
  },
  substitute: {
    title: (what) => `Reassign ${what}?`,
    body: 'Both instructors are notified, and so are the students on published shifts.',
    done: 'reassigned',
    reason: { label: 'Reason', required: true, hint: everybody },
  },
  move: {
    title: (what) => `Move ${what}?`,
    body: 'Approved shifts move when both the school and the facility agree; students are notified then. Drafts and open requests move right away.',
    done: 'moved',
    reason: { label: 'Reason', required: true, hint: everybody },
  },
  postpone: {
    title: (what) => `Postpone ${what}?`,
    body: 'Its seats are freed and students are notified. The school sets a new date and submits it again.',
    done: 'postponed',
    reason: { label: 'Reason', required: true, hint: everybody },
    single: 'Shift postponed',
    call: callOf(api.postpone, because),
  },
  ask: {
    title: () => 'Ask the school',
    body: 'The request stays open until the school answers.',
    done: 'asked about',
    reason: { label: 'Question', required: true },
    single: 'Question sent',
    call: callOf(api.ask, ({ reason }) => ({ question: reason ?? '' })),
  },
  answer: {
    title: () => 'Facility needs a reply',
    body: 'The request goes back to the facility with your answer.',
    done: 'answered',
    reason: { label: 'Answer', required: true },
    single: 'Answer sent',
    call: callOf(api.answer, ({ reason }) => ({ answer: reason ?? '' })),
  },
  accept_counter: {
    title: () => 'Accept the facility’s suggestion?',
    body: 'The shift is approved as suggested. Its students are notified of the change.',
    done: 'approved',
    single: 'Suggestion accepted',
    call: callOf(api.answerCounter, ({ reason }) => ({ accept: true, reason })),
  },
  decline_counter: {
    title: () => 'Decline the facility’s suggestion?',
    body: 'The request ends. Copy it to request again.',
    done: 'declined',
    reason: { label: 'Reason', required: true, hint: 'The facility reads it.' },
    single: 'Suggestion declined',
    call: callOf(api.answerCounter, ({ reason }) => ({ accept: false, reason })),
  },
  accept_change: {
    title: () => 'Agree to the change?',
    body: 'The shift moves right away, and everyone on it is notified of the change.',
    done: 'changed',
    single: 'Change agreed',
    call: callOf(api.answerChange, ({ reason }) => ({ accept: true, reason })),
  },
  decline_change: {
    title: () => 'Decline the change?',
    body: 'The shift stays as it is.',
    done: 'kept as it was',
    reason: { label: 'Reason', required: true, hint: 'The person who proposed the change can read it.' },
    single: 'Change declined',
    call: callOf(api.answerChange, ({ reason }) => ({ accept: false, reason })),
  },
  take_back_change: {
    title: () => 'Take back your change?',
    body: 'The shift stays as it is, and no one has to answer anymore.',
    done: 'kept as it was',
    single: 'Change taken back',
    call: callOf(api.answerChange, () => ({ accept: false, reason: null })),
  },
  close: {
    title: (what) => `Close ${what}?`,
    body: 'Its attendance and hours can’t be changed then. Only your school’s super admin can reopen it.',
    done: 'closed',
    single: 'Shift closed',
    call: callOf(api.close, () => ({})),
  },
  reopen: {
    title: (what) => `Reopen ${what}?`,
    body: 'Everyone who sees it sees that it was amended.',
    done: 'reopened',
    reason: { label: 'Reason', required: true, hint: everybody },
    single: 'Shift reopened',
    call: callOf(api.reopen, because),
  },
}

/** Names of past events in the history of a shift. */
export const pastLabels: Record<ShiftEventName, string> = {
  submit: 'Submitted',
  agree: 'Approved at once',
  approve: 'Approved',
  ask: 'Question asked',
  answer: 'Answered',
  counter: 'Change suggested',
  accept_counter: 'Suggestion accepted',
  decline_counter: 'Suggestion declined',
  decline: 'Declined',
  expire: 'Expired',
  withdraw: 'Withdrawn',
  publish: 'Published',
  fill: 'Full',
  free: 'A seat is free',
  start: 'Began',
  complete: 'Ended',
  close: 'Closed',
  reopen: 'Reopened',
  postpone: 'Postponed',
  cancel: 'Canceled',
}

/** True if the action needs a reason: a superadmin who decides for others gives one, as the database requires. */
export const needsReason = (action: ShiftAction | BulkAction, party: Party): boolean =>
  shiftQuestions[action].reason?.required === true ||
  (party === 'platform' &&
    ['approve', 'decline', 'ask', 'counter', 'cancel', 'postpone', 'reopen'].includes(action))
