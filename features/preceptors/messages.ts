import { notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import type { LicenseType } from './contract.ts'
import { LINK_DAYS, LINKS_A_DAY } from './rules.ts'

const years = (count: number): string => `${count} ${count === 1 ? 'year' : 'years'}`

/** What people read when someone can't be a preceptor, or a link can't be used. */
export const preceptorRefusals = {
  'preceptor.not_found': notFound(() => 'We can’t find that preceptor.'),
  'preceptor.old_version': conflict(() => 'This profile was just changed. Reload the page.'),
  'preceptor.known': conflict(() => 'This person is already a preceptor here.', 'email'),
  'preceptor.elsewhere': invalid(() => 'Choose a site or unit of your facility.', 'facility_id'),
  'preceptor.self': conflict(() => 'Is the student of this project.'),
  'preceptor.not_accepting': conflict(() => 'Does not accept students now.'),
  'preceptor.license_missing': conflict(() => 'License number, type, state or expiration is missing.'),
  'preceptor.license_level': conflict<{ has: LicenseType; needs: readonly LicenseType[] }>(
    ({ has, needs }) => `Licensed as ${has}; this program needs ${needs.join(' or ')}.`,
  ),
  'preceptor.license_state': conflict<{ has: string; needs: string }>(
    ({ has, needs }) => `Licensed in ${has}, not in ${needs}.`,
  ),
  'preceptor.license_expires': conflict<{ on: PlainDate; end: PlainDate }>(
    ({ on, end }) => `The license expires on ${formatDate(on)}, before the last day, ${formatDate(end)}.`,
  ),
  'preceptor.experience': conflict<{ has: number; needs: number }>(
    ({ has, needs }) => `${years(has)} of experience; ${years(needs)} needed.`,
  ),
  'preceptor.setting': conflict<{ has: number; needs: number }>(
    ({ has, needs }) => `${years(has)} in this kind of setting; ${years(needs)} needed.`,
  ),
  'preceptor.orientation': conflict<{ start: PlainDate }>(
    ({ start }) => `No preceptor orientation completed by ${formatDate(start)}.`,
  ),
  'preceptor.load': conflict<{ most: number }>(
    ({ most }) =>
      `Already has ${most === 1 ? 'a student' : `${most} students`} at that time, the most allowed.`,
  ),
  'link.unknown': notFound(
    () =>
      'This link isn’t valid. Copy the whole address from the email into the address bar, or ask the school’s faculty member to send a new one.',
  ),
  'link.spent': conflict(
    () =>
      'This was already submitted, so nothing was changed. Ask the school’s faculty member if something has to change.',
  ),
  'link.expired': conflict(
    () => `This link expired after ${LINK_DAYS} days. Ask the school’s faculty member to send a new one.`,
  ),
  'link.replaced': conflict(() => 'A newer link was sent for this. Use the one in the latest email.'),
  'link.other_task': notFound(() => 'This link is for something else. Open the one in the email for this.'),
  'link.too_many': conflict(
    () => `This preceptor got ${LINKS_A_DAY} links today. Send the next one tomorrow.`,
  ),
}

/** Notification texts: code → text. */
export const notificationTexts = {
  'preceptor.invited': notificationText<{ facility: string }>(
    ({ facility }) => `You are a preceptor at ${facility}`,
    () => 'Check your license, experience and availability on the preceptor dashboard.',
  ),
}
