import { laterParts } from '#ui/later-parts.ts'

// On pages of organizations and sites alone.
export const IncidentLeadSection = laterParts(() => import('./IncidentLeadSection.tsx')).part(
  (file) => file.IncidentLeadSection,
)
