import { createFileRoute } from '@tanstack/react-router'
import { SchoolWishlistsScreen } from '#features/match-runs/web/SchoolWishlistsScreen.tsx'
import { choiceParam, knownParams, idParam, semesterParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/wishlists')({
  staticData: { access: ['school_admin'], title: 'Wishlists' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      id: idParam(search['id']),
      view: choiceParam(search['view'], ['runs', 'weights', 'concerns']),
      run: idParam(search['run']),
      with: idParam(search['with']),
      show: choiceParam(search['show'], ['not_started', 'in_progress', 'complete']),
      semester: semesterParam(search['semester']),
    }),
  component: SchoolWishlistsScreen,
})
