import { createFileRoute } from '@tanstack/react-router'
import { SiteRoute } from '#features/public-pages/web/SiteRoute.tsx'

/** The pages that tell of the product. The build draws each as a document of its own (core/site-pages.ts). */
export const Route = createFileRoute('/_site')({
  staticData: { access: 'public' },
  component: SiteRoute,
})
