import { createFileRoute } from '@tanstack/react-router'
import { AboutScreen } from '#features/public-pages/web/AboutScreen.tsx'

export const Route = createFileRoute('/_site/about')({
  staticData: { access: 'public', title: 'About' },
  component: AboutScreen,
})
