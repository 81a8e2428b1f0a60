import { notificationText } from '#core/notification-texts.ts'
import { formatDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { type Gap, gapInWords } from '#features/credential-types/rules.ts'
import type { ExpiryBasis, ReasonCode } from './contract.ts'
import { basisWords } from './rules/expiry-words.ts'
import { type Accepts, acceptsInWords, reasonLabels } from './rules.ts'

const statusLabels: Record<string, string> = {
  approved: 'approved',
  conditionally_approved: 'approved with a condition',
  rejected: 'rejected',
  waived: 'waived',
  revoked: 'revoked',
  superseded: 'replaced by a newer upload',
  lapsed: 'past its condition',
}

/** Why a credential cannot be sent or decided. */
export const credentialRefusals = {
  'credential.not_your_facility': forbidden(() => 'You can ask for credentials at your own facility only.'),
  'credential.no_agreement': notFound(() => 'We couldn’t find this agreement.'),
  'credential.nobody_to_remind': conflict(() => 'No one is left to remind. Reload the list.'),
  'credential.missing': notFound(
    () => 'We couldn’t find this submission. It may have been replaced. Reload the list.',
  ),
  'credential.sent_elsewhere': conflict(() => 'You sent this from another window. Reload to see it.'),
  'credential.nobody': notFound(() => 'We couldn’t find this person at your school.'),
  'credential.own': forbidden(() => 'This is your own. Someone else at your school has to review it.'),
  'credential.facility_reviews': forbidden<{ facility: string }>(
    ({ facility }) => `${facility} asks for this and reviews it.`,
  ),
  'credential.locked': conflict<{ name: string }>(
    ({ name }) => `${name} is reviewing this now. Continue with the next one, or try again in two minutes.`,
  ),
  'credential.settled': conflict<{ status: string }>(
    ({ status }) =>
      `This was already ${statusLabels[status] ?? 'decided'}. Reload to see its current status.`,
  ),
  'credential.incomplete': conflict<{ gap: Gap }>(
    ({ gap }) => `${gapInWords(gap)} Reject it with this note, or approve it with a condition.`,
  ),
  'credential.last_day_missing': invalid(() => 'Enter the last day it is valid.', 'expires_on'),
  'credential.issued_later': invalid(
    () => 'The date is in the future. Check it on the document.',
    'issued_on',
  ),
  'credential.expired_already': conflict<{ on: string }>(
    ({ on }) => `It was valid until ${formatDate(on)}. Reject it as expired.`,
  ),
  'credential.no_condition': conflict(
    () => 'This type cannot be approved with a condition. Approve or reject it.',
  ),
  'credential.condition_used': conflict<{ times: number }>(
    ({ times }) =>
      `It was approved with a condition ${times === 1 ? 'once' : `${times} times`} already. Approve or reject it.`,
  ),
  'credential.condition_days': invalid<{ most: number }>(
    ({ most }) => `Choose a day within the next ${most} days.`,
    'until',
  ),
  'credential.blanket_over': invalid<{ on: string }>(
    ({ on }) => `It was valid until ${formatDate(on)}. Add the current one.`,
    'expires_on',
  ),
  'credential.no_blanket': conflict(
    () => 'Only insurance, such as liability, can be uploaded once for everyone.',
  ),
  'credential.waiver_over': invalid(() => 'Choose today or a later day.', 'until'),
  'credential.waiver_scope': invalid(() => 'Choose the requirement to waive.', 'requirement_id'),
  'credential.facility_waives': forbidden<{ facility: string }>(
    ({ facility }) => `${facility} asks for this; only they can waive it.`,
  ),
  'credential.no_waiver': conflict(() => 'This type cannot be waived.'),
  'credential.record_person': invalid<{ person: string }>(
    ({ person }) => (person ? `No active student or instructor has “${person}”.` : 'The person is missing.'),
    'person',
  ),
  'credential.record_twice': invalid<{ person: string }>(
    ({ person }) => `“${person}” matches more than one person. Use the email.`,
    'person',
  ),
  'credential.record_type': invalid<{ type: string }>(
    ({ type }) => (type ? `“${type}” isn’t one of your credentials.` : 'The credential is missing.'),
    'type',
  ),
  'credential.record_date': invalid<{ cell: string }>(
    ({ cell }) => (cell ? `“${cell}” is not a date. Write it as 03/10/2026.` : 'The date issued is missing.'),
    'issued_on',
  ),
  'credential.record_order': invalid(() => 'The last day is before the date issued.', 'expires_on'),
  'credential.record_result': invalid<{ result: string }>(
    ({ result }) =>
      result ? `A result of “${result}” needs a review. Ask for an upload.` : 'The result is missing.',
    'result',
  ),
  'credential.bulk_types': conflict(() => 'Choose submissions of one type.'),
  'credential.bulk_unchecked': conflict<{ open: number }>(
    ({ open }) =>
      `${open === 1 ? '1 of these needs' : `${open} of these need`} individual review: name, type or dates were not all found. Nothing was approved.`,
  ),
  'credential.school_checks': conflict(
    () => 'Your school checks this itself. You don’t need to send anything.',
  ),
  'credential.not_checked': conflict(() => 'This type is proved by what the person sends. Ask them for it.'),
  'credential.check_incomplete': invalid(() => 'Enter the date of the check and who it was with.', 'values'),
  'credential.provider_not_accepted': invalid<Accepts>(
    (values) => `${acceptsInWords(values)} Send one from there, or ask ${values.who}.`,
    'provider',
  ),
  'credential.file_missing': invalid(() => 'Add a photo or PDF of the document.', 'file_ids'),
  'credential.type_retired': conflict(() => 'This credential is no longer collected.'),
}

type About = { type: string }
type Seats = { types: readonly string[]; shifts: number; first: string }
const seatsOf = ({ shifts, first }: Seats): string =>
  shifts === 1 ? `seat on ${formatDate(first)}` : `seats on ${shifts} shifts from ${formatDate(first)} on`

/** Notification texts by code. */
export const notificationTexts = {
  'credential.submitted': notificationText<About>(
    () => 'A credential is waiting for review',
    ({ type }) => `${type} was sent. You are notified once a day; the queue has everything that is waiting.`,
  ),
  'credential.approved': notificationText<About & { until: string | null }>(
    ({ type }) => `${type} approved`,
    ({ until }) => (until ? `It is valid until ${formatDate(until)}.` : 'It has no end date.'),
  ),
  'credential.conditionally_approved': notificationText<
    About & { until: string | null; note: string | null }
  >(
    ({ type }) => `${type} approved with a condition`,
    ({ until, note }) =>
      `It counts until ${until ? formatDate(until) : 'further notice'}. ${note ?? 'Send what is missing before then.'}`,
  ),
  'credential.rejected': notificationText<About & { reason: ReasonCode; note: string | null }>(
    ({ type }) => `${type} needs another upload`,
    ({ reason, note }) => `${reasonLabels[reason]}. ${note ?? ''}`.trim(),
  ),
  'credential.waived': notificationText<About & { until: string | null }>(
    ({ type }) => `${type} waived`,
    ({ until }) => (until ? `You don’t need it until ${formatDate(until)}.` : 'You don’t need it.'),
  ),
  'credential.revoked': notificationText<About & { note: string | null }>(
    ({ type }) => `${type} no longer counts`,
    ({ note }) => note ?? 'Send a new one.',
  ),
  'credential.expiring': notificationText<
    About & { on: string; days: number; isChecked?: boolean; basis?: ExpiryBasis | null }
  >(
    ({ type, days, basis }) => {
      const many = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
      if (basis)
        return `${type}: your ${basisWords[basis]} ${days < 0 ? 'has ended' : `ends ${days > 0 ? `in ${many}` : 'today'}`}`
      if (days < 0) return `${type} expired ${many} ago`
      return days > 0 ? `${type} expires in ${many}` : `${type} expires today`
    },
    ({ on, days, isChecked, basis }) =>
      `It ${days < 0 ? 'was' : 'is'} valid until ${formatDate(on)}. ${isChecked ? 'Your school checks it again. You don’t need to send anything.' : `Send ${basis ? 'what is missing' : 'the renewal'} now so that you ${days < 0 ? 'are cleared again' : 'stay cleared'}.`}`,
  ),
  'credential.expiring_student': notificationText<
    About & { student: string; on: string; isChecked?: boolean; basis?: ExpiryBasis | null }
  >(
    ({ student, type, basis }) =>
      basis
        ? `${student}: the ${basisWords[basis]} for ${type} ends soon`
        : `${student}: ${type} expires soon`,
    ({ on, isChecked }) =>
      `It is valid until ${formatDate(on)}. ${isChecked ? 'The school checks it again and records it.' : 'The student was reminded.'}`,
  ),
  'credential.seat_held': notificationText<Seats & { removes: boolean }>(
    ({ types }) => `Your seat is on hold: ${types.join(', ')} expired`,
    (values) =>
      `Your ${seatsOf(values)} ${values.shifts === 1 ? 'is' : 'are'} on hold for 24 hours. Send the renewal now${values.removes ? ', or you lose your seat.' : '.'}`,
  ),
  'credential.seat_held_student': notificationText<Seats & { student: string }>(
    ({ student, types }) => `${student}: seat on hold, ${types.join(', ')} expired`,
    ({ student, ...values }) => `${student}’s ${seatsOf(values)} cannot count until a renewal is approved.`,
  ),
  'credential.seat_kept': notificationText<Seats>(
    () => 'Your seat is no longer on hold',
    (values) => `You keep your ${seatsOf(values)}.`,
  ),
  'credential.seat_removed': notificationText<Seats>(
    ({ types }) => `You lost your seat: ${types.join(', ')} expired`,
    (values) => `Your ${seatsOf(values)} went to the next in line. Ask your coordinator what to do.`,
  ),
  'credential.seat_removed_student': notificationText<Seats & { student: string }>(
    ({ student, types }) => `${student} was removed: ${types.join(', ')} expired`,
    ({ student, ...values }) =>
      `${student}’s ${seatsOf(values)} ${values.shifts === 1 ? 'is' : 'are'} free again.`,
  ),
}
