import { createFileRoute } from '@tanstack/react-router'
import { CreateCredentialTypeScreen } from '#features/credential-types/web/CreateCredentialTypeScreen.tsx'

export const Route = createFileRoute('/_app/admin/compliance/credential-types/create')({
  staticData: { access: [], title: 'New credential type' },
  component: CreateCredentialTypeScreen,
})
