import { createFileRoute } from '@tanstack/react-router'
import { TransferOwnershipScreen } from '#features/subscriptions/web/TransferOwnershipScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/billing/transfer-ownership')({
  staticData: { access: ['school_admin'], title: 'Transfer ownership' },
  validateSearch: listSearch,
  component: TransferOwnershipScreen,
})
