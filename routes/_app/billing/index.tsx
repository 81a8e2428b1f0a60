import { createFileRoute } from '@tanstack/react-router'
import { BillingScreen } from '#features/subscriptions/web/BillingScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/billing/')({
  staticData: { access: ['school_admin'], title: 'Billing' },
  validateSearch: listSearch,
  component: BillingScreen,
})
