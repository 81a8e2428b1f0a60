import { headingText, notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import { storedText, wordsOfStored } from '#core/stored-text.ts'
import type { faultOfDue } from './rules.ts'

const where = 'last_day'
const few = (labels: readonly string[]): string =>
  labels.length > 3 ? `${labels.slice(0, 3).join('; ')} and ${labels.length - 3} more` : labels.join('; ')

/** Why a departure is refused, and what to do: code → text. */
export const departureRefusals = {
  'departure.not_found': notFound(() => 'We can’t find that person among the people you manage.'),
  'departure.old_version': conflict(() => 'Someone else just changed this departure. Check it, then decide.'),
  'departure.not_active': conflict(
    ({ name }: { name: string }) => `${name} is not active, so there is no departure to plan.`,
  ),
  'departure.last_administrator': conflict(({ blocker }: { blocker: string }) => blocker),
  'departure.undecided': conflict(
    ({ labels }: { labels: string[] }) =>
      `Nothing was changed: there is something new to decide on (${few(labels)}). Open the person and decide again.`,
  ),
  'departure.cannot_take_over': conflict(
    ({ labels }: { labels: string[] }) =>
      `Nothing was changed: a successor has another shift at that time now (${few(labels)}). Open the person and choose again.`,
  ),
  'departure.past_day': invalid(
    ({ today }: { today: string }) =>
      `The last day is ${today} or later. To close the account now, choose “At once”.`,
    where,
  ),
  'departure.far_day': invalid(
    ({ latest }: { latest: string }) => `Choose a last day up to ${latest}.`,
    where,
  ),
  'departure.after_last_day': conflict(
    ({ name, last_day: day }: { name: string; last_day: PlainDate }) =>
      `${name} leaves after ${formatDate(day, 'long')}. Choose someone else for a later day, or change the last day on their page.`,
  ),
}

/** Why a departure whose last day is over was not carried out. */
const faultTexts = {
  'departure.job_canceled': () => 'The job was canceled.',
  'departure.job_failed': ({ error }: { error: string }) => error,
  'departure.decider_may_not': ({ decider }: { decider: string }) =>
    `${decider} decided on this and may no longer do so.`,
}
/** What to store of such a fault. */
export const storedFault = (fault: NonNullable<ReturnType<typeof faultOfDue>>): string =>
  storedText(faultTexts, fault)
/** The words of a stored fault. */
export const faultWords = (stored: string): string => wordsOfStored(faultTexts, stored)

/** Why something freed was not given back when its owner returned. */
const leftTexts = {
  taken_over: (by: string | null) => `${by ?? 'Someone else'} has it now.`,
  swap: () => 'A swap needs both students: it has to be proposed again.',
  capstone: () => 'The project has ended: it has to be proposed again.',
  capstone_preceptor: () => 'The school has to ask them again.',
  permission_request: () => 'It was withdrawn and has to be requested again.',
  invitation: () => 'Its link was revoked. Send a new invitation.',
  own_request: () => 'Request it again on the shift’s page.',
  other_leader: () => 'Someone else leads it now, or it is no longer planned.',
  permission_over: () => 'The permission has ended.',
  own_makeup: () => 'It makes up hours. Ask your school to assign it again.',
  requested: () => 'The seat was requested again and is waiting for an answer.',
}
export type LeftCode = keyof typeof leftTexts
/** The words for it; the new holder's name, if someone has it now. */
export const leftWords = (code: LeftCode, holder: string | null): string => leftTexts[code](holder)

type Leaver = { name: string }
type Planned = Leaver & { last_day: PlainDate; reason: string }

/** Notifications about departures, and the headings over what changes for other people. */
export const notificationTexts = {
  'departure.own_planned': notificationText<Planned>(
    ({ last_day: day }) => `Your account closes after ${formatDate(day, 'long')}`,
    ({ reason }) => `You can sign in until that day is over. Reason: ${reason}`,
  ),
  'departure.own_canceled': notificationText(
    () => 'Your account stays open',
    () => 'Your departure was canceled.',
  ),
  'departure.planned': notificationText<Planned>(
    ({ name, last_day: day }) => `${name} leaves after ${formatDate(day, 'long')}`,
    ({ reason }) => `Reason: ${reason}`,
  ),
  'departure.canceled': notificationText<Planned>(
    ({ name }) => `${name} stays`,
    ({ reason }) => `Reason: ${reason}`,
  ),
  'departure.failed': notificationText<Leaver & { failure: string }>(
    ({ name }) => `${name} could not be deactivated`,
    ({ failure }) => `${faultWords(failure)} Open their page and decide again.`,
  ),
  'departure.leaving': headingText<Leaver>(({ name }) => `${name} is leaving: what changes for you`),
  'departure.left': headingText<Leaver>(({ name }) => `${name} has left: what changes for you`),
  'departure.role_changed': headingText<Leaver>(({ name }) => `${name} has a new role: what changes for you`),
}
