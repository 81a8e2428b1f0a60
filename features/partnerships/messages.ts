import { headingText, notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'

/** Whose partnership it is, who acted, and who reads it. */
type Partnership = {
  school: string
  organization: string
  by: 'school' | 'facility' | 'platform' | 'system'
  reader: 'school' | 'facility'
  reason: string | null
}
type Span = { from: PlainDate; to: PlainDate }

const long = (date: PlainDate): string => formatDate(date, 'long')
const other = ({
  reader,
  school,
  organization,
}: Pick<Partnership, 'reader' | 'school' | 'organization'>): string =>
  reader === 'school' ? organization : school

/** What the other side, or Placewell for one of them, did. */
const did =
  (what: string) =>
  (partnership: Partnership): string =>
    partnership.by === 'platform'
      ? `${partnership.school} and ${partnership.organization}: Placewell ${what}`
      : `${other(partnership)}: ${what}`
const reasonOr =
  (sentence: string) =>
  ({ reason }: Partnership): string =>
    reason ?? sentence
const sentences = (...parts: (string | null | false)[]): string => parts.filter(Boolean).join(' ')

const ask = 'Review it and answer: accept with an agreement, or decline with a reason.'

/** What people are notified of: code → text. */
export const notificationTexts = {
  'partnership.requested': notificationText(did('asks for a partnership'), reasonOr(ask)),
  'partnership.offered': notificationText(did('invites you to a partnership'), reasonOr(ask)),
  'partnership.withdrawn': notificationText(
    did('withdrew the request'),
    reasonOr('You do not need to do anything.'),
  ),
  'partnership.restored': notificationText(
    did('asks again'),
    () => 'The request is open again, as it was before.',
  ),
  'partnership.under_review': notificationText(
    did('is looking at your request'),
    reasonOr('You will be notified when it is decided.'),
  ),
  'partnership.accepted': notificationText<Partnership & Span>(
    did('accepted the partnership'),
    ({ from, to, reason }) =>
      `It runs from ${long(from)} to ${long(to)}. ${reason ?? 'Shifts in this time can be submitted now.'}`,
  ),
  'partnership.declined': notificationText(did('declined the partnership'), reasonOr('')),
  'partnership.suspended': notificationText<Partnership>(did('suspended the partnership'), ({ reason }) =>
    sentences(reason, 'No new shifts can be submitted until it is resumed.'),
  ),
  'partnership.resumed': notificationText(
    did('resumed the partnership'),
    reasonOr('Shifts can be submitted again.'),
  ),
  'partnership.ending': notificationText<
    Partnership & { last_day: PlainDate; kept: number; canceled: number }
  >(did('ends the partnership'), ({ reason, last_day, kept, canceled }) => {
    const later = [kept > 0 && `${kept} are kept`, canceled > 0 && `${canceled} will be canceled`].filter(
      Boolean,
    )
    return sentences(
      reason,
      `The last day is ${long(last_day)}.`,
      later.length > 0 && `Of the shifts after that day, ${later.join(' and ')}.`,
    )
  }),
  'partnership.continued': notificationText<Partnership>(did('continues the partnership'), ({ reason }) =>
    sentences(reason, 'It does not end, and no shift is canceled.'),
  ),
  'partnership.ended': notificationText<Partnership & { last_day: PlainDate; canceled: number }>(
    did('the partnership has ended'),
    ({ last_day, canceled }) =>
      sentences(
        `Its last day was ${long(last_day)}.`,
        canceled > 0 && `${canceled} later ${canceled === 1 ? 'shift was' : 'shifts were'} canceled.`,
      ),
  ),
  /** The heading over the canceled shifts of one person. */
  'partnership.shifts_canceled': headingText<{ organization: string }>(
    ({ organization }) => `The partnership with ${organization} has ended`,
  ),
  'partnership.terms_proposed': notificationText<Partnership & Span>(
    did('proposes new terms'),
    ({ from, to, reason }) =>
      `From ${long(from)} to ${long(to)}. ${reason ?? 'Accept them, or say why not.'}`,
  ),
  'partnership.terms_accepted': notificationText(
    did('accepted the new terms'),
    reasonOr('They apply from now on.'),
  ),
  'partnership.terms_declined': notificationText(
    did('declined the new terms'),
    reasonOr('The terms stay as they are.'),
  ),
  'partnership.changed': notificationText(
    did('changed the partnership'),
    reasonOr('Check sites, seats and days.'),
  ),
  'partnership.renewed': notificationText(
    did('the agreement was renewed for a year'),
    () => 'No one gave notice, so the agreement continues by itself.',
  ),
  'partnership.expired': notificationText(
    did('the agreement has expired'),
    () => 'No shifts can be submitted until new terms are agreed on.',
  ),
  'partnership.expiring': notificationText<
    Pick<Partnership, 'reader' | 'school' | 'organization'> & { days: number; last_day: PlainDate }
  >(
    (agreement) =>
      `The agreement with ${other(agreement)} ends in ${agreement.days} ${agreement.days === 1 ? 'day' : 'days'}`,
    ({ last_day }) =>
      `Its last day is ${long(last_day)}. Propose new terms in time: shifts after it cannot be submitted.`,
  ),
}
