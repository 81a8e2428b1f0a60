import { laterParts } from '#ui/later-parts.ts'

// Only on pages of units.
export const UnitLinkSection = laterParts(() => import('./UnitLinkSection.tsx')).part(
  (file) => file.UnitLinkSection,
)
