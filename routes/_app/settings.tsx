import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#features/system-settings/web/SettingsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/settings')({
  staticData: { access: [], title: 'Settings' },
  validateSearch: listSearch,
  component: SettingsScreen,
})
