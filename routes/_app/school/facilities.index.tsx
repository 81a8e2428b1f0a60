import { createFileRoute } from '@tanstack/react-router'
import { SiteFinderScreen } from '#features/site-finder/web/SiteFinderScreen.tsx'
import {
  choiceParam,
  countParam,
  knownParams,
  idParam,
  pageParam,
  textParam,
} from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/facilities/')({
  staticData: { access: ['school_admin'], title: 'Facilities' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      q: textParam(search['q']),
      zip: countParam(search['zip'], 99_999),
      within: countParam(search['within'], 1_000),
      state: textParam(search['state']),
      type: textParam(search['type']),
      specialty: textParam(search['specialty']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
      site: idParam(search['site']),
      view: choiceParam(search['view'], ['map']),
    }),
  component: SiteFinderScreen,
})
