import { automationsContract } from '#features/automations/contract.ts'
import { canvasConnectionsContract } from '#features/canvas-connections/contract.ts'
import { shiftPlansContract } from '#features/shift-plans/contract.ts'
import { mappingsContract } from '#features/mappings/contract.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { dashboardsContract } from '#features/dashboards/contract.ts'
import { mailsContract } from '#features/mails/contract.ts'
import { notificationsContract } from '#features/notifications/contract.ts'
import { auditContract } from '#features/audit/contract.ts'
import { permissionsContract } from '#features/permissions/contract.ts'
import { passportContract } from '#features/passport/contract.ts'
import { credentialsContract } from '#features/credentials/contract.ts'
import { credentialTypesContract } from '#features/credential-types/contract.ts'
import { hoursRequestsContract } from '#features/hours-requests/contract.ts'
import { permissionRequestsContract } from '#features/permission-requests/contract.ts'
import { facilityTeamContract } from '#features/facility-team/contract.ts'
import { roleViewsContract } from '#features/role-views/contract.ts'
import { departuresContract } from '#features/departures/contract.ts'
import { leavesContract } from '#features/leaves/contract.ts'
import { usersContract } from '#features/users/contract.ts'
import { semestersContract } from '#features/semesters/contract.ts'
import { approvalsContract } from '#features/approvals/contract.ts'
import { jobsContract } from '#features/jobs/contract.ts'
import { invitationsContract } from '#features/invitations/contract.ts'
import { peopleContract } from '#features/people/contract.ts'
import { contactMessagesContract } from '#features/contact-messages/contract.ts'
import { instrumentsContract } from '#features/instruments/contract.ts'
import { evaluationsContract } from '#features/evaluations/contract.ts'
import { chartsContract } from '#features/charts/contract.ts'
import { monitoringContract } from '#features/monitoring/contract.ts'
import { messagesContract } from '#features/messages/contract.ts'
import { schoolReportsContract } from '#features/school-reports/contract.ts'
import { semesterReportsContract } from '#features/semester-reports/contract.ts'
import { shiftReportsContract } from '#features/shift-reports/contract.ts'
import { requestLinksContract } from '#features/request-links/contract.ts'
import { incidentLeadsContract } from '#features/incident-leads/contract.ts'
import { unitLinksContract } from '#features/unit-links/contract.ts'
import { shiftLifecycleContract } from '#features/shift-lifecycle/contract.ts'
import { openSlotsContract } from '#features/open-slots/contract.ts'
import { shiftApprovalsContract } from '#features/shift-approvals/contract.ts'
import { shiftsContract } from '#features/shifts/contract.ts'
import { attendanceContract } from '#features/attendance/contract.ts'
import { matchRunsContract } from '#features/match-runs/contract.ts'
import { rotationsContract } from '#features/rotations/contract.ts'
import { wishlistsContract } from '#features/wishlists/contract.ts'
import { assignmentsContract } from '#features/assignments/contract.ts'
import { hoursImportsContract } from '#features/hours-imports/contract.ts'
import { hoursContract } from '#features/hours/contract.ts'
import { cohortsContract } from '#features/cohorts/contract.ts'
import { studentsContract } from '#features/students/contract.ts'
import { demoContract } from '#features/demo/contract.ts'
import { partnershipsContract } from '#features/partnerships/contract.ts'
import { facilitiesContract } from '#features/facilities/contract.ts'
import { sitePinsContract } from '#features/site-pins/contract.ts'
import { siteFinderContract } from '#features/site-finder/contract.ts'
import { plansContract } from '#features/plans/contract.ts'
import { importsContract } from '#features/imports/contract.ts'
import { filesContract } from '#features/files/contract.ts'
import { logosContract } from '#features/logos/contract.ts'
import { schoolsContract } from '#features/schools/contract.ts'
import { capstoneContract } from '#features/capstone/contract.ts'
import { preceptorsContract } from '#features/preceptors/contract.ts'
import { calendarFeedsContract } from '#features/calendar-feeds/contract.ts'
import { entitiesContract } from '#features/entities/contract.ts'
import { systemSettingsContract } from '#features/system-settings/contract.ts'
import { savedViewsContract } from '#features/saved-views/contract.ts'
import { subscriptionsContract } from '#features/subscriptions/contract.ts'
import { privacyContract } from '#features/privacy/contract.ts'

/** The whole contract as the browser sees it, one line per feature. */
export const contract = {
  automations: automationsContract,
  canvasConnections: canvasConnectionsContract,
  shiftPlans: shiftPlansContract,
  mappings: mappingsContract,
  subscriptions: subscriptionsContract,
  accounts: accountsContract,
  approvals: approvalsContract,
  invitations: invitationsContract,
  imports: importsContract,
  people: peopleContract,
  dashboards: dashboardsContract,
  semesters: semestersContract,
  notifications: notificationsContract,
  mails: mailsContract,
  audit: auditContract,
  permissions: permissionsContract,
  credentials: credentialsContract,
  passport: passportContract,
  credentialTypes: credentialTypesContract,
  permissionRequests: permissionRequestsContract,
  hoursRequests: hoursRequestsContract,
  facilityTeam: facilityTeamContract,
  roleViews: roleViewsContract,
  users: usersContract,
  departures: departuresContract,
  leaves: leavesContract,
  contactMessages: contactMessagesContract,
  partnerships: partnershipsContract,
  siteFinder: siteFinderContract,
  sitePins: sitePinsContract,
  plans: plansContract,
  facilities: facilitiesContract,
  shifts: shiftsContract,
  shiftApprovals: shiftApprovalsContract,
  openSlots: openSlotsContract,
  requestLinks: requestLinksContract,
  unitLinks: unitLinksContract,
  incidentLeads: incidentLeadsContract,
  charts: chartsContract,
  shiftLifecycle: shiftLifecycleContract,
  messages: messagesContract,
  monitoring: monitoringContract,
  schoolReports: schoolReportsContract,
  semesterReports: semesterReportsContract,
  shiftReports: shiftReportsContract,
  evaluations: evaluationsContract,
  instruments: instrumentsContract,
  assignments: assignmentsContract,
  attendance: attendanceContract,
  rotations: rotationsContract,
  wishlists: wishlistsContract,
  matchRuns: matchRunsContract,
  capstone: capstoneContract,
  preceptors: preceptorsContract,
  hours: hoursContract,
  hoursImports: hoursImportsContract,
  cohorts: cohortsContract,
  schools: schoolsContract,
  files: filesContract,
  logos: logosContract,
  students: studentsContract,
  calendarFeeds: calendarFeedsContract,
  entities: entitiesContract,
  savedViews: savedViewsContract,
  systemSettings: systemSettingsContract,
  privacy: privacyContract,
  jobs: jobsContract,
  demo: demoContract,
}
