import { createFileRoute } from '@tanstack/react-router'
import { DemoScreen } from '#features/demo/web/DemoScreen.tsx'

export const Route = createFileRoute('/_site/demo')({
  staticData: { access: 'public', title: 'Demo' },
  component: DemoScreen,
})
