import { laterParts } from '#ui/later-parts.ts'

// Only on pages of sites.
export const SitePinSection = laterParts(() => import('./SitePinSection.tsx')).part(
  (file) => file.SitePinSection,
)
