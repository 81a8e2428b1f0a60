import { createFileRoute } from '@tanstack/react-router'
import { SiteRoute } from '#features/public-pages/web/SiteRoute.tsx'

/** The public pages about the product. The build renders each as a document of its own (core/site-pages.ts). */
export const Route = createFileRoute('/_site')({
  staticData: { access: 'public' },
  component: SiteRoute,
})
