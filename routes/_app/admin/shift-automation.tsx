import { createFileRoute } from '@tanstack/react-router'
import { AutomationScreen } from '#features/automations/web/AutomationScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/shift-automation')({
  staticData: { access: ['school_admin'], title: 'Shift automation' },
  validateSearch: listSearch,
  component: AutomationScreen,
})
