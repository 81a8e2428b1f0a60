import { createFileRoute } from '@tanstack/react-router'
import { CompleteSetupScreen } from '#features/facility-team/web/CompleteSetupScreen.tsx'

export const Route = createFileRoute('/_app/facility/complete-setup')({
  staticData: { access: ['facility_admin'], title: 'Setup checklist' },
  component: CompleteSetupScreen,
})
