export { AuditTrail } from './AuditTrail.tsx'
export { audit } from './queries.ts'
