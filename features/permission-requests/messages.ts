import { notificationText } from '#core/notification-texts.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { withArticle } from '#core/roles.ts'

type Settled = { status: string; by: string | null }

/** What people read when a permission can't be requested or decided. */
export const requestRefusals = {
  'permission_request.missing': notFound(() => 'We can’t find that request.'),
  'permission_request.superadmin_gives': conflict(
    () => 'A superadmin gives permissions directly, on the person’s page.',
  ),
  'permission_request.last_day_over': invalid(() => 'The last day has already passed.', 'expires_on'),
  'permission_request.review_over': invalid(() => 'The review date has already passed.', 'auto_review_on'),
  'permission_request.held': conflict<{ name: string }>(({ name }) => `${name} already has this permission.`),
  'permission_request.sent': conflict(() => 'This request was already sent. Withdraw it and ask again.'),
  'permission_request.waits': conflict(() => 'This has already been requested and is waiting for an answer.'),
  'permission_request.settled': conflict<Settled>(
    ({ status, by }) => `This request was already ${status}${by ? ` by ${by}` : ''}.`,
  ),
  'permission_request.reason_missing': invalid(() => 'Give a reason. The requester will read it.', 'note'),
  'permission_request.over': conflict(
    () => 'The last requested day has passed. Decline it; it can be requested again.',
  ),
  'permission_request.for_oneself': forbidden(() => 'You can’t decide on your own request.'),
  'permission_request.own': forbidden(() => 'You made this request, so someone else must decide.'),
  'permission_request.other_role': forbidden(() => 'Facility admins and superadmins decide.'),
  'permission_request.preceptor': forbidden(() => 'A superadmin decides who becomes a preceptor.'),
  'permission_request.outside': forbidden(() => 'This facility is outside of yours.'),
}

type Asked = { person: string; permission: PermissionType; facility: string }

const wish = ({ person, permission, facility }: Asked): string =>
  `${person} as ${permissionLabels[permission].toLowerCase()} at ${facility}`
const withNote = (sentence: string, note: string | null): string => (note ? `${sentence} ${note}` : sentence)

/** Notification texts: code → text. */
export const notificationTexts = {
  'permission_request.submitted': notificationText<Asked & { requester: string }>(
    () => 'A permission is requested',
    (asked) => `${asked.requester} asks: ${wish(asked)}.`,
  ),
  'permission_request.approved': notificationText<Asked & { note: string | null }>(
    () => 'Your request was approved',
    (asked) => withNote(`${wish(asked)}: approved.`, asked.note),
  ),
  'permission_request.declined': notificationText<Asked & { note: string | null }>(
    () => 'Your request was declined',
    (asked) => withNote(`${wish(asked)}: declined.`, asked.note),
  ),
  'permission_request.review_due': notificationText<Asked>(
    () => 'A permission is due for review',
    ({ person, permission, facility }) =>
      `${person} is ${withArticle(permissionLabels[permission])} at ${facility}. Check whether it is still needed.`,
  ),
}
