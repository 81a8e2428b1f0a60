export { shiftJobs } from './bulk.ts'
export { approveShift } from './commands/approve-shift.ts'
export { declineShift } from './commands/decline-shift.ts'
export { createShifts, idInSeries } from './commands/create-shift.ts'
export { publishShift } from './commands/publish-shift.ts'
export { completeNotices, queueNotices } from './commands/queue-notices.ts'
export { createSeries } from './commands/create-series.ts'
export { type Actor, type Locked, lockShift } from './commands/lock-shift.ts'
export { writeShift } from './commands/write-shift.ts'
export { submitShift } from './commands/submit-shift.ts'
export { shiftRefusals } from '../messages.ts'
export { exportColumns as shiftExportColumns, facilityColumns, whenColumns } from './export-columns.ts'
export { inWords } from './in-words.ts'
export {
  EXPORT_PAGE,
  groupNotifications,
  inInbox,
  list as listShifts,
  runEach,
  shiftColumns,
  shiftJoins,
} from './sql.ts'
export { listOptions as shiftOptions, optionsOf, studentOptions } from './queries/list-options.ts'
export { namesOfLeaders } from './queries/in-sql.ts'
export { listTrail as shiftTrail } from './queries/list-trail.ts'
export { startOpenShiftNotices, startSeatRecounts, startShiftWorker } from './worker.ts'
export { cancelAfterAgreement } from './commands/cancel-after-agreement.ts'
export { type Calendar, piecewise } from './commands/piecewise.ts'
export { holdUnits } from './commands/hold-units.ts'
export { moveElsewhere } from './commands/move-elsewhere.ts'
export { replaceLeader } from './commands/replace-leader.ts'
export { settleAhead } from './commands/settle-ahead.ts'
export { askChange } from './commands/ask-change.ts'
export { endShift } from './commands/end-shift.ts'
export { removeShift } from './commands/remove-shift.ts'
export { rejoinSeries } from './commands/split-series.ts'
export { updateShift } from './commands/update-shift.ts'
export { withdrawShift } from './commands/withdraw-shift.ts'
export { askedOfPlans } from './queries/asked-of-plans.ts'
