import { createFileRoute } from '@tanstack/react-router'
import { FaqScreen } from '#features/public-pages/web/FaqScreen.tsx'

export const Route = createFileRoute('/_site/faq/')({
  staticData: { access: 'public', title: 'Questions' },
  component: FaqScreen,
})
