import { createFileRoute } from '@tanstack/react-router'
import { AdminBillingScreen } from '#features/subscriptions/web/AdminBillingScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/billing')({
  staticData: { access: [], title: 'Billing' },
  validateSearch: listSearch,
  component: AdminBillingScreen,
})
