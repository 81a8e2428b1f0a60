export { AuditTrail } from './AuditTrail.tsx'
export {
  LazyAccessLog as AccessLog,
  LazyFailedSignIns as FailedSignIns,
  LazyTrailSeal as TrailSeal,
} from './LazyAccess.tsx'
export { RecordReads } from './RecordReads.tsx'
export { audit } from './queries.ts'
