import { createFileRoute } from '@tanstack/react-router'
import { RankCapstoneScreen } from '#features/match-runs/web/RankRotationsScreen.tsx'
import { knownParams, idParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/wishlist/capstone')({
  staticData: { access: ['student'], title: 'Rank preceptors' },
  validateSearch: (search: Record<string, unknown>) => knownParams({ id: idParam(search['id']) }),
  component: RankCapstoneScreen,
})
