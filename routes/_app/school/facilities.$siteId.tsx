import { createFileRoute } from '@tanstack/react-router'
import { SiteScreen } from '#features/site-finder/web/SiteScreen.tsx'
import { countParam, knownParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/facilities/$siteId')({
  staticData: { access: ['school_admin'], title: 'Site' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ zip: countParam(search['zip'], 99_999) }),
  component: SiteScreen,
})
