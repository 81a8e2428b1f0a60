export { AuditTrail } from './AuditTrail.tsx'
export { LazyAccessLog as AccessLog, LazyFailedSignIns as FailedSignIns } from './LazyAccess.tsx'
export { RecordLooks } from './RecordLooks.tsx'
export { audit } from './queries.ts'
