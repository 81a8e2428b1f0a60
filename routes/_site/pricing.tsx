import { createFileRoute } from '@tanstack/react-router'
import { PricingScreen } from '#features/plans/web/PricingScreen.tsx'

export const Route = createFileRoute('/_site/pricing')({
  staticData: { access: 'public', title: 'Pricing' },
  component: PricingScreen,
})
