import { notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'

const notRight = 'If that is not right, contact your coordinator.'

/** What people are notified of: code → text. */
export const notificationTexts = {
  'cohort.joined': notificationText<{ cohort: string; from: PlainDate }>(
    ({ cohort }) => `You are now in ${cohort}`,
    ({ from }) => `You belong to it from ${formatDate(from, 'long')} on. ${notRight}`,
  ),
  'cohort.left': notificationText<{ from: PlainDate }>(
    () => 'You are no longer in a cohort',
    ({ from }) => `This is so from ${formatDate(from, 'long')} on. ${notRight}`,
  ),
}
