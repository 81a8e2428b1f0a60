import { lazyParts } from '#ui/lazy-parts.ts'

// Only on pages of sites.
export const SitePinSection = lazyParts(() => import('./SitePinSection.tsx')).part(
  (file) => file.SitePinSection,
)
