import type { ShiftEventName } from '#features/shifts/contract.ts'

/** Who is notified of a step of a shift, and under which title, for the lifecycle page. A test compares it with the real commands. */
export type NotifiedParty = 'school' | 'facility' | 'instructor' | 'student'
export const notificationsOfStep: Partial<
  Record<ShiftEventName, readonly { to: NotifiedParty; title: string }[]>
> = {
  submit: [{ to: 'facility', title: 'New shift request' }],
  agree: [{ to: 'facility', title: 'A shift was planned under your agreement' }],
  approve: [{ to: 'school', title: '5 East, North approved your request' }],
  ask: [{ to: 'school', title: '5 East, North has a question' }],
  answer: [{ to: 'facility', title: 'A school answered' }],
  counter: [{ to: 'school', title: '5 East, North suggests a change' }],
  accept_counter: [
    { to: 'facility', title: 'Your suggestion was accepted' },
    { to: 'instructor', title: 'Your shift was changed' },
  ],
  decline_counter: [{ to: 'facility', title: 'Your suggestion was declined' }],
  decline: [{ to: 'school', title: '5 East, North declined your request' }],
  withdraw: [{ to: 'facility', title: 'A request was withdrawn' }],
  publish: [
    { to: 'instructor', title: 'Your shift is published' },
    { to: 'student', title: 'Your shift is published' },
  ],
  postpone: [
    { to: 'facility', title: 'A shift was postponed' },
    { to: 'instructor', title: 'A shift of yours was postponed' },
    { to: 'student', title: 'Your shift does not take place' },
  ],
  cancel: [
    { to: 'facility', title: 'A shift was canceled' },
    { to: 'instructor', title: 'A shift of yours was canceled' },
    { to: 'student', title: 'Your shift does not take place' },
  ],
}
