export { PartnershipInbox } from './PartnershipInbox.tsx'
export { usePartnershipsHere } from './queries.ts'
