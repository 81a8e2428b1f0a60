import { lazyParts } from '#ui/lazy-parts.ts'

// Only on pages of units.
export const UnitLinkSection = lazyParts(() => import('./UnitLinkSection.tsx')).part(
  (file) => file.UnitLinkSection,
)
