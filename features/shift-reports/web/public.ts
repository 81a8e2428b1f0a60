export { ShiftReport } from './ShiftReport.tsx'
