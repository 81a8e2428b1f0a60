import { createFileRoute } from '@tanstack/react-router'
import { ComplianceScreen } from '#features/credentials/web/ComplianceScreen.tsx'

export const Route = createFileRoute('/_app/school/compliance/')({
  staticData: { access: ['school_admin'], title: 'Compliance' },
  component: ComplianceScreen,
})
