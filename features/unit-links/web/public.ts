import { laterParts } from '#ui/later-parts.ts'

// On pages of units alone.
export const UnitLinkSection = laterParts(() => import('./UnitLinkSection.tsx')).part(
  (file) => file.UnitLinkSection,
)
