import { createFileRoute } from '@tanstack/react-router'
import { TermsScreen } from '#features/public-pages/web/TermsScreen.tsx'

export const Route = createFileRoute('/_site/terms')({
  staticData: { access: 'public', title: 'Terms of use' },
  component: TermsScreen,
})
