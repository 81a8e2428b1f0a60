import { laterParts } from '#ui/later-parts.ts'

// Only pages of organizations and sites load this.
export const IncidentLeadSection = laterParts(() => import('./IncidentLeadSection.tsx')).part(
  (file) => file.IncidentLeadSection,
)
