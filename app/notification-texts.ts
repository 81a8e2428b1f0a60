import { notificationRenderer, type RenderNotification } from '#core/notification-texts.ts'
import { notificationTexts as credentials } from '#features/credentials/messages.ts'
import { notificationTexts as contactMessages } from '#features/contact-messages/messages.ts'
import { notificationTexts as privacy } from '#features/privacy/messages.ts'
import { notificationTexts as schools } from '#features/schools/messages.ts'
import { notificationTexts as cohorts } from '#features/cohorts/messages.ts'
import { notificationTexts as openSlots } from '#features/open-slots/messages.ts'
import { notificationTexts as shifts } from '#features/shifts/messages.ts'
import { notificationTexts as approvals } from '#features/approvals/messages.ts'
import { notificationTexts as hoursRequests } from '#features/hours-requests/messages.ts'
import { notificationTexts as permissionRequests } from '#features/permission-requests/messages.ts'
import { notificationTexts as permissions } from '#features/permissions/messages.ts'
import { notificationTexts as mails } from '#features/mails/messages.ts'
import { notificationTexts as accounts } from '#features/accounts/messages.ts'
import { notificationTexts as hours } from '#features/hours/messages.ts'
import { notificationTexts as invitations } from '#features/invitations/messages.ts'
import { notificationTexts as users } from '#features/users/messages.ts'
import { notificationTexts as partnerships } from '#features/partnerships/messages.ts'
import { notificationTexts as departures } from '#features/departures/messages.ts'
import { notificationTexts as leaves } from '#features/leaves/messages.ts'
import { notificationTexts as facilities } from '#features/facilities/messages.ts'
import { notificationTexts as evaluations } from '#features/evaluations/messages.ts'
import { notificationTexts as dashboards } from '#features/dashboards/messages.ts'
import { notificationTexts as notifications } from '#features/notifications/messages.ts'
import { notificationTexts as messages } from '#features/messages/messages.ts'
import { notificationTexts as schoolReports } from '#features/school-reports/messages.ts'
import { notificationTexts as semesterReports } from '#features/semester-reports/messages.ts'
import { notificationTexts as shiftReports } from '#features/shift-reports/messages.ts'
import { notificationTexts as attendance } from '#features/attendance/messages.ts'
import { notificationTexts as automations } from '#features/automations/messages.ts'
import { notificationTexts as mappings } from '#features/mappings/messages.ts'
import { notificationTexts as matchRuns } from '#features/match-runs/messages.ts'
import { notificationTexts as capstone } from '#features/capstone/messages.ts'
import { notificationTexts as preceptors } from '#features/preceptors/messages.ts'
import { notificationTexts as rotations } from '#features/rotations/messages.ts'
import { notificationTexts as wishlists } from '#features/wishlists/messages.ts'
import { notificationTexts as assignments } from '#features/assignments/messages.ts'
import { notificationTexts as subscriptions } from '#features/subscriptions/messages.ts'
import type { Log } from '#platform/server/log.ts'

/** The texts of all notifications: one line per feature that sends any. */
export const notificationTexts = {
  ...accounts,
  ...approvals,
  ...assignments,
  ...attendance,
  ...matchRuns,
  ...rotations,
  ...wishlists,
  ...capstone,
  ...preceptors,
  ...cohorts,
  ...contactMessages,
  ...credentials,
  ...departures,
  ...leaves,
  ...facilities,
  ...hours,
  ...invitations,
  ...mails,
  ...mappings,
  ...automations,
  ...openSlots,
  ...partnerships,
  ...hoursRequests,
  ...permissionRequests,
  ...permissions,
  ...privacy,
  ...schools,
  ...messages,
  ...notifications,
  ...dashboards,
  ...schoolReports,
  ...semesterReports,
  ...shiftReports,
  ...evaluations,
  ...shifts,
  ...subscriptions,
  ...users,
}

/** Turns notifications into the texts of every feature; one that has no text gets a neutral sentence and a line in the log. */
export const renderNotifications = (log: Pick<Log, 'warn'>): RenderNotification =>
  notificationRenderer(notificationTexts, (code, error) =>
    log.warn({ code, err: (error as Error).message }, 'a notification has no text'),
  )
