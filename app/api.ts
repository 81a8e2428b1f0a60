import { automationHandlers } from '#features/automations/server/handlers.ts'
import { automationJobs, startAutomations } from '#features/automations/server/public.ts'
import { canvasConnectionHandlers } from '#features/canvas-connections/server/handlers.ts'
import { startCanvasReader } from '#features/canvas-connections/server/public.ts'
import { shiftPlanHandlers } from '#features/shift-plans/server/handlers.ts'
import { isAllowedWhileReadOnly, type WhileReadOnly } from '#core/api-meta.ts'
import { bulkWhileReadOnly } from '#features/shifts/contract.ts'
import { mappingHandlers } from '#features/mappings/server/handlers.ts'
import { mappingJobs } from '#features/mappings/server/public.ts'
import { holdingCommands } from '#app/holding-commands.ts'
import type { RenderNotification } from '#core/notification-texts.ts'
import { accountHandlers } from '#features/accounts/server/handlers.ts'
import { dashboardHandlers } from '#features/dashboards/server/handlers.ts'
import { mailHandlers } from '#features/mails/server/handlers.ts'
import { startMailWorker } from '#features/mails/server/public.ts'
import { notificationHandlers } from '#features/notifications/server/handlers.ts'
import { startAnnouncer, unsubscribeUrl } from '#features/notifications/server/public.ts'
import { startPasswordWalk } from '#features/accounts/server/public.ts'
import { auditHandlers } from '#features/audit/server/handlers.ts'
import { auditJobs, startAuditWorker } from '#features/audit/server/public.ts'
import { permissionHandlers } from '#features/permissions/server/handlers.ts'
import { permissionJobs } from '#features/permissions/server/public.ts'
import { credentialHandlers } from '#features/credentials/server/handlers.ts'
import { credentialTypeHandlers } from '#features/credential-types/server/handlers.ts'
import { hoursRequestHandlers } from '#features/hours-requests/server/handlers.ts'
import { permissionRequestHandlers } from '#features/permission-requests/server/handlers.ts'
import {
  agreementCounter,
  impactCounter,
  readinessOf,
  startClearanceWorker,
  startCredentialReminders,
  credentialJobs,
} from '#features/credentials/server/public.ts'
import { startPermissionExpiry } from '#features/permission-requests/server/public.ts'
import { facilityTeamHandlers } from '#features/facility-team/server/handlers.ts'
import { roleViewHandlers } from '#features/role-views/server/handlers.ts'
import { departureHandlers } from '#features/departures/server/handlers.ts'
import { leaveHandlers } from '#features/leaves/server/handlers.ts'
import {
  countHoldings,
  countUnfit,
  departureCommands,
  departureJobs,
  startDepartures,
} from '#features/departures/server/public.ts'
import { writePerson } from '#features/users/server/public.ts'
import { userHandlers } from '#features/users/server/handlers.ts'
import { semesterHandlers } from '#features/semesters/server/handlers.ts'
import { approvalHandlers } from '#features/approvals/server/handlers.ts'
import { importJobs } from '#features/imports/server/public.ts'
import { jobHandlers, type JobKinds, type JobServices, startJobWorker } from '#features/jobs/server/public.ts'
import { invitationHandlers } from '#features/invitations/server/handlers.ts'
import { invitationJobs } from '#features/invitations/server/public.ts'
import { personHandlers } from '#features/people/server/handlers.ts'
import { contactMessageHandlers } from '#features/contact-messages/server/handlers.ts'
import { incidentLeadHandlers } from '#features/incident-leads/server/handlers.ts'
import { instrumentHandlers } from '#features/instruments/server/handlers.ts'
import { evaluationHandlers } from '#features/evaluations/server/handlers.ts'
import { startEvaluationWorker } from '#features/evaluations/server/public.ts'
import { schoolReportHandlers } from '#features/school-reports/server/handlers.ts'
import { startReportSender } from '#features/school-reports/server/public.ts'
import { semesterReportHandlers } from '#features/semester-reports/server/handlers.ts'
import { semesterReportJobs } from '#features/semester-reports/server/public.ts'
import { shiftReportHandlers } from '#features/shift-reports/server/handlers.ts'
import { startShiftReportWorker } from '#features/shift-reports/server/public.ts'
import { chartHandlers } from '#features/charts/server/handlers.ts'
import { requestLinkHandlers } from '#features/request-links/server/handlers.ts'
import { unitLinkHandlers } from '#features/unit-links/server/handlers.ts'
import { makeRequestLink } from '#features/request-links/server/public.ts'
import { shiftLifecycleHandlers } from '#features/shift-lifecycle/server/handlers.ts'
import { openSlotsHandlers } from '#features/open-slots/server/handlers.ts'
import { shiftApprovalsHandlers } from '#features/shift-approvals/server/handlers.ts'
import { startSlotWorker } from '#features/open-slots/server/public.ts'
import { shiftHandlers } from '#features/shifts/server/handlers.ts'
import {
  cancelAfterAgreement,
  moveElsewhere,
  cancelOrMoveShift,
  shiftJobs,
  startOpenShiftNotices,
  startSeatRecounts,
  startShiftWorker,
} from '#features/shifts/server/public.ts'
import { restSeatsAgain, startSeatOffers, runDueSeatWork } from '#features/assignments/server/public.ts'
import { attendanceHandlers } from '#features/attendance/server/handlers.ts'
import { matchRunHandlers } from '#features/match-runs/server/handlers.ts'
import { matchRunJobs } from '#features/match-runs/server/public.ts'
import { capstoneHandlers } from '#features/capstone/server/handlers.ts'
import { startCapstoneWorker } from '#features/capstone/server/public.ts'
import { preceptorHandlers } from '#features/preceptors/server/handlers.ts'
import { copyRotations, undoRotations } from '#features/rotations/server/public.ts'
import { rotationHandlers } from '#features/rotations/server/handlers.ts'
import { wishlistHandlers } from '#features/wishlists/server/handlers.ts'
import { startWishlistNotices } from '#features/wishlists/server/public.ts'
import { startAttendanceWorker } from '#features/attendance/server/public.ts'
import { assignmentHandlers } from '#features/assignments/server/handlers.ts'
import { messageHandlers } from '#features/messages/server/handlers.ts'
import { startMessageWorker } from '#features/messages/server/public.ts'
import { monitoringHandlers } from '#features/monitoring/server/handlers.ts'
import { hoursImportHandlers } from '#features/hours-imports/server/handlers.ts'
import { hoursImportJobs } from '#features/hours-imports/server/public.ts'
import { hoursHandlers } from '#features/hours/server/handlers.ts'
import { startHoursWorker, loadCohortHours, missingHoursOf } from '#features/hours/server/public.ts'
import { startWeeklySummaries } from '#features/dashboards/server/public.ts'
import { cohortHandlers } from '#features/cohorts/server/handlers.ts'
import { studentHandlers } from '#features/students/server/handlers.ts'
import { demoHandlers } from '#features/demo/server/handlers.ts'
import { MAX_FILE_TEXT } from '#features/partnerships/contract.ts'
import { passportHandlers } from '#features/passport/server/handlers.ts'
import { partnershipHandlers } from '#features/partnerships/server/handlers.ts'
import { startPartnershipWorker } from '#features/partnerships/server/public.ts'
import { fileHandlers } from '#features/files/server/handlers.ts'
import { Documents, startFileWorker, startRecordingOpenings } from '#features/files/server/public.ts'
import { facilityHandlers } from '#features/facilities/server/handlers.ts'
import { sitePinHandlers } from '#features/site-pins/server/handlers.ts'
import { siteFinderHandlers } from '#features/site-finder/server/handlers.ts'
import { planHandlers } from '#features/plans/server/handlers.ts'
import { importHandlers } from '#features/imports/server/handlers.ts'
import { MAX_LOGO_TEXT } from '#features/logos/contract.ts'
import { logoHandlers } from '#features/logos/server/handlers.ts'
import { subscriptionHandlers } from '#features/subscriptions/server/handlers.ts'
import { beginTrial, startBillingWorker, type Payments } from '#features/subscriptions/server/public.ts'
import { schoolHandlers } from '#features/schools/server/handlers.ts'
import { calendarFeedHandlers } from '#features/calendar-feeds/server/handlers.ts'
import { shiftsBehind } from '#features/calendar-feeds/server/public.ts'
import { entityHandlers } from '#features/entities/server/handlers.ts'
import { systemSettingHandlers } from '#features/system-settings/server/handlers.ts'
import { systemJobs } from '#features/system-settings/server/public.ts'
import { savedViewHandlers } from '#features/saved-views/server/handlers.ts'
import { privacyHandlers } from '#features/privacy/server/handlers.ts'
import { demoAccounts } from '#database/seeds/demo-accounts.ts'
import { startCleanUp } from '#platform/server/clean-up.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import type { TaskRegistry } from '#platform/server/task-registry.ts'
import type { SchoolPayments } from '#platform/server/guard.ts'
import type { SystemSettingsReader } from '#platform/server/system-settings.ts'
import type { PasswordHasher } from '#platform/server/passwords.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import type { SessionReader } from '#platform/server/session.ts'
import type { Config } from '#platform/server/config.ts'

/** The services that the features use; created once in server.ts. */
export type Services = {
  config: Config
  log: Log
  pool: Pool
  authPool: Pool
  workerPool: Pool
  /** Like `pool`, for jobs, so that long jobs and requests never wait for each other's connections. */
  jobPool: Pool
  sessions: SessionReader
  passwords: PasswordHasher
  saltKey: string
  /** The additional secret for password verifiers. */
  pepper: string
  /** The encrypted file storage. */
  objects: ObjectStore
  listener: Listener
  metrics: Pick<Metrics, 'read'>
  settings: SystemSettingsReader
  /** Whether schools have paid. */
  schools: SchoolPayments
  /** The background work of this process. */
  tasks: TaskRegistry
  /** Online payment; null if schools pay by agreed invoices. */
  payments: Payments | null
  renderNotification: RenderNotification
  /** Aborted when the server begins to stop: streams end at once. */
  closing: AbortSignal
  /** The demo accounts that exist; all of them by default. */
  demoPeople?: readonly (typeof demoAccounts)[number][]
}

/** The whole API, one line per feature. */
export function createApi(services: Services) {
  // Separate, because reading and joining documents takes long, and upload checks must not wait for it.
  const documents = new Documents(services)
  return {
    accounts: accountHandlers(services),
    approvals: approvalHandlers({ writePerson }),
    invitations: invitationHandlers(services),
    imports: importHandlers(),
    people: personHandlers(),
    dashboards: dashboardHandlers(),
    semesters: semesterHandlers({ copyRotations, undoRotations }),
    notifications: notificationHandlers(services),
    mails: mailHandlers(services),
    audit: auditHandlers(),
    permissions: permissionHandlers(services),
    credentials: credentialHandlers({ ...services, documents }),
    credentialTypes: credentialTypeHandlers({
      countImpact: impactCounter(services),
      countAgreed: agreementCounter(services),
    }),
    passport: passportHandlers({ ...services, documents }),
    permissionRequests: permissionRequestHandlers(services),
    hoursRequests: hoursRequestHandlers(),
    facilityTeam: facilityTeamHandlers(),
    roleViews: roleViewHandlers(services),
    users: userHandlers({ ...services, ...departureCommands(holdingCommands), countHoldings, countUnfit }),
    departures: departureHandlers({ ...services, commands: holdingCommands }),
    leaves: leaveHandlers(holdingCommands),
    contactMessages: contactMessageHandlers(services),
    partnerships: partnershipHandlers({ moveShifts: moveElsewhere }),
    siteFinder: siteFinderHandlers(),
    sitePins: sitePinHandlers(),
    plans: planHandlers(services),
    facilities: facilityHandlers({ settleShift: cancelOrMoveShift }),
    files: fileHandlers({ ...services, documents: new Documents(services) }),
    shifts: shiftHandlers(),
    shiftApprovals: shiftApprovalsHandlers(),
    requestLinks: requestLinkHandlers(services),
    unitLinks: unitLinkHandlers(services),
    incidentLeads: incidentLeadHandlers(),
    charts: chartHandlers(),
    openSlots: openSlotsHandlers(),
    shiftLifecycle: shiftLifecycleHandlers(),
    schoolReports: schoolReportHandlers(),
    semesterReports: semesterReportHandlers(),
    shiftReports: shiftReportHandlers(),
    evaluations: evaluationHandlers(),
    instruments: instrumentHandlers(),
    assignments: assignmentHandlers(),
    attendance: attendanceHandlers(services),
    capstone: capstoneHandlers(services),
    preceptors: preceptorHandlers(),
    rotations: rotationHandlers(),
    wishlists: wishlistHandlers(),
    matchRuns: matchRunHandlers(),
    messages: messageHandlers(),
    monitoring: monitoringHandlers(services),
    hours: hoursHandlers(),
    hoursImports: hoursImportHandlers(),
    cohorts: cohortHandlers({ readinessOf, missingHoursOf, loadCohortHours, seats: holdingCommands }),
    schools: schoolHandlers({ onCreated: beginTrial }),
    logos: logoHandlers(),
    students: studentHandlers(),
    calendarFeeds: calendarFeedHandlers({ ...services, shiftsBehind }),
    entities: entityHandlers(),
    savedViews: savedViewHandlers(),
    automations: automationHandlers(),
    canvasConnections: canvasConnectionHandlers({
      ...services,
      canvas: canvasSettings(services),
      seats: holdingCommands,
    }),
    shiftPlans: shiftPlanHandlers(),
    mappings: mappingHandlers(),
    systemSettings: systemSettingHandlers(services),
    subscriptions: subscriptionHandlers(services),
    privacy: privacyHandlers(services),
    jobs: jobHandlers(),
    demo: demoHandlers({ ...services, people: services.demoPeople ?? demoAccounts }),
  }
}

/** A stand-in for Canvas, for trials. */
const canvasSettings = ({ config }: Services) => ({ standIn: config.canvasStandIn })

/** Calls that accept longer JSON: their addresses (RPC and REST) and the limit in bytes. Signed-in people only. */
export const largeBodies = [
  {
    rpc: '/rpc/partnerships/addFile',
    rest: '/api/partnerships/:id/files',
    bodyLimit: MAX_FILE_TEXT + 4_096,
  },
  { rpc: '/rpc/credentials/importRecords', rest: '/api/compliance/records/:job_id', bodyLimit: 4_000_000 },
  { rpc: '/rpc/logos/set', rest: '/api/logos', bodyLimit: MAX_LOGO_TEXT + 4_096 },
]

/** The function for each kind of job, by its name. */
export function jobKinds(services: Services): JobKinds {
  const { config, objects } = services
  return {
    ...systemJobs(services),
    ...shiftJobs,
    ...semesterReportJobs({ objects }),
    ...permissionJobs,
    ...importJobs,
    ...hoursImportJobs,
    ...auditJobs,
    ...departureJobs(holdingCommands),
    ...invitationJobs(config.appUrl),
    ...matchRunJobs(config.appUrl),
    ...credentialJobs,
    ...mappingJobs,
    ...automationJobs,
  }
}

/** Which jobs are allowed while the school of the person who asked is read-only; a kind that is missing here is refused. */
export const jobsWhileReadOnly: Readonly<Record<string, WhileReadOnly>> = {
  shifts_bulk: bulkWhileReadOnly,
  shifts_trial: bulkWhileReadOnly,
  semester_reports: true,
  import_hours: true,
  undo_hours_import: true,
  departure: true,
  deactivation: true,
  credential_records: true,
  credential_records_trial: true,
  credential_reminders: true,
}

/** Why a job is refused: it would start something new for a school that does not pay. */
export const jobRefusal =
  ({ schools }: Pick<Services, 'schools'>): NonNullable<JobServices['refusalFor']> =>
  async (viewer, kind, input) =>
    isAllowedWhileReadOnly(jobsWhileReadOnly[kind], input) ? null : schools.refusalFor(viewer)

/** Starts the background work of this process; each entry is a function that stops one part. */
export function startBackground(services: Services): (() => Promise<void>)[] {
  return [
    startMailWorker({
      ...services,
      unsubscribeUrl: (userId, event) =>
        unsubscribeUrl(services.config.appUrl, services.saltKey, { userId, event }),
      answerUrl: (mailId) => makeRequestLink(services, mailId),
    }),
    startClearanceWorker(services),
    startCredentialReminders(services),
    startPermissionExpiry(services),
    startAnnouncer(services),
    startMessageWorker(services),
    startPasswordWalk(services),
    startCleanUp(services),
    startPartnershipWorker({ ...services, cancelShifts: cancelAfterAgreement }),
    startShiftWorker({ ...services, runDueSeatWork }),
    startSlotWorker(services),
    startWishlistNotices(services),
    startOpenShiftNotices(services),
    startSeatOffers(services),
    startSeatRecounts({ ...services, restSeatsAgain }),
    startAttendanceWorker(services),
    startShiftReportWorker(services),
    startEvaluationWorker(services),
    startHoursWorker(services),
    startWeeklySummaries(services),
    startReportSender(services),
    startCapstoneWorker(services),
    startJobWorker({ ...services, refusalFor: jobRefusal(services) }, jobKinds(services), { firstMs: 500 }),
    startAuditWorker(services),
    startFileWorker(services),
    startRecordingOpenings(services),
    startDepartures(services),
    startBillingWorker(services),
    startAutomations(services),
    startCanvasReader({ ...services, canvas: canvasSettings(services) }),
  ]
}
