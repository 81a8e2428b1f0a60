export { ExpiringAgreements } from './ExpiringAgreements.tsx'
export { PartnershipInbox } from './PartnershipInbox.tsx'
