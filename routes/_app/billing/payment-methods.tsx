import { createFileRoute } from '@tanstack/react-router'
import { PaymentMethodsScreen } from '#features/subscriptions/web/PaymentMethodsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/billing/payment-methods')({
  staticData: { access: ['school_admin'], title: 'Payment methods' },
  validateSearch: listSearch,
  component: PaymentMethodsScreen,
})
