import { createFileRoute } from '@tanstack/react-router'
import { PrivacyScreen } from '#features/public-pages/web/PrivacyScreen.tsx'

export const Route = createFileRoute('/_site/privacy')({
  staticData: { access: 'public', title: 'Privacy policy' },
  component: PrivacyScreen,
})
