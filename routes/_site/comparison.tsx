import { createFileRoute } from '@tanstack/react-router'
import { ComparisonScreen } from '#features/public-pages/web/ComparisonScreen.tsx'

export const Route = createFileRoute('/_site/comparison')({
  staticData: { access: 'public', title: 'Comparison' },
  component: ComparisonScreen,
})
