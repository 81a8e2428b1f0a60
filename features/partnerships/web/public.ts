import { laterParts } from '#ui/later-parts.ts'

export const expiringAgreements = laterParts(() => import('./ExpiringAgreements.tsx'))
export const ExpiringAgreements = expiringAgreements.part((file) => file.ExpiringAgreements)
export { PartnershipInbox } from './PartnershipInbox.tsx'
