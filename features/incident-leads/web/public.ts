import { lazyParts } from '#ui/lazy-parts.ts'

// Only pages of organizations and sites load this.
export const IncidentLeadSection = lazyParts(() => import('./IncidentLeadSection.tsx')).part(
  (file) => file.IncidentLeadSection,
)
