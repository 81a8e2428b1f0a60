export { LazyShiftReport as ShiftReport } from './LazyShiftReport.tsx'
