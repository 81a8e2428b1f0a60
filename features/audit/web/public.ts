export { AuditTrail } from './AuditTrail.tsx'
export {
  LazyAccessLog as AccessLog,
  LazyFailedSignIns as FailedSignIns,
  LazyTrailSeal as TrailSeal,
} from './LazyAccess.tsx'
export { RecordLooks } from './RecordLooks.tsx'
export { audit } from './queries.ts'
