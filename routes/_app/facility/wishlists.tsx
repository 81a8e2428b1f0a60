import { createFileRoute } from '@tanstack/react-router'
import { RankStudentsScreen } from '#features/wishlists/web/RankStudentsScreen.tsx'

export const Route = createFileRoute('/_app/facility/wishlists')({
  staticData: { access: ['facility_admin'], title: 'Rank students' },
  component: RankStudentsScreen,
})
