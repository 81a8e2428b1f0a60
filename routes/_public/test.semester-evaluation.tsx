import { createFileRoute } from '@tanstack/react-router'
import { SandboxScreen } from '#features/instruments/web/SandboxScreen.tsx'

export const Route = createFileRoute('/_public/test/semester-evaluation')({
  staticData: { access: 'public', title: 'Try a semester evaluation' },
  component: SandboxScreen,
})
