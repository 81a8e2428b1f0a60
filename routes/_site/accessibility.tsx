import { createFileRoute } from '@tanstack/react-router'
import { AccessibilityScreen } from '#features/public-pages/web/AccessibilityScreen.tsx'

export const Route = createFileRoute('/_site/accessibility')({
  staticData: { access: 'public', title: 'Accessibility' },
  component: AccessibilityScreen,
})
