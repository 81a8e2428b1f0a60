export { PartnershipInbox } from './PartnershipInbox.tsx'
