import { createFileRoute } from '@tanstack/react-router'
import { RotationsScreen } from '#features/rotations/web/RotationsScreen.tsx'
import { choiceParam, knownParams, idParam, semesterParam, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/rotations')({
  staticData: { access: ['school_admin'], title: 'Rotations' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      id: idParam(search['id']),
      page: pageParam(search['page']),
      semester: semesterParam(search['semester']),
      show: choiceParam(search['show'], ['draft', 'in_wishlist', 'matched', 'published', 'canceled']),
    }),
  component: RotationsScreen,
})
