import { createFileRoute } from '@tanstack/react-router'
import { UpgradeScreen } from '#features/subscriptions/web/UpgradeScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/billing/upgrade')({
  staticData: { access: ['school_admin'], title: 'Choose a plan' },
  validateSearch: listSearch,
  component: UpgradeScreen,
})
