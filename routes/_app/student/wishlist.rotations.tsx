import { createFileRoute } from '@tanstack/react-router'
import { RankRotationsScreen } from '#features/match-runs/web/RankRotationsScreen.tsx'
import { knownParams, idParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/wishlist/rotations')({
  staticData: { access: ['student'], title: 'Rank rotations' },
  validateSearch: (search: Record<string, unknown>) => knownParams({ id: idParam(search['id']) }),
  component: RankRotationsScreen,
})
