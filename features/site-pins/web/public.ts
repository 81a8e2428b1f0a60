import { laterParts } from '#ui/later-parts.ts'

// On pages of sites alone.
export const SitePinSection = laterParts(() => import('./SitePinSection.tsx')).part(
  (file) => file.SitePinSection,
)
