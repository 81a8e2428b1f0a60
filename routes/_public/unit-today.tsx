import { createFileRoute } from '@tanstack/react-router'
import { UnitTodayScreen } from '#features/unit-links/web/UnitTodayScreen.tsx'

// The screen takes the token from the address.
export const Route = createFileRoute('/_public/unit-today')({
  staticData: { access: 'public', title: 'Unit today' },
  component: UnitTodayScreen,
})
