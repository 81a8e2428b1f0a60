import { createFileRoute } from '@tanstack/react-router'
import { CreateCredentialTypeScreen } from '#features/credential-types/web/CreateCredentialTypeScreen.tsx'

export const Route = createFileRoute('/_app/facility/requirements/new-type')({
  staticData: { access: ['facility_admin'], title: 'New credential type' },
  component: CreateCredentialTypeScreen,
})
