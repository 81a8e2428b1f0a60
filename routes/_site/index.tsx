import { createFileRoute } from '@tanstack/react-router'
import { LandingScreen } from '#features/public-pages/web/LandingScreen.tsx'

export const Route = createFileRoute('/_site/')({
  staticData: { access: 'public', title: 'Placewell' },
  component: LandingScreen,
})
