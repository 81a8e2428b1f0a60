export { HoursToApprove } from './HoursToApprove.tsx'
export { ReportedHours } from './ReportedHours.tsx'
