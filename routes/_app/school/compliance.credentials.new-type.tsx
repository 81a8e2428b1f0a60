import { createFileRoute } from '@tanstack/react-router'
import { CreateCredentialTypeScreen } from '#features/credential-types/web/CreateCredentialTypeScreen.tsx'

export const Route = createFileRoute('/_app/school/compliance/credentials/new-type')({
  staticData: { access: ['school_admin'], title: 'New credential type' },
  component: CreateCredentialTypeScreen,
})
