import { createFileRoute } from '@tanstack/react-router'
import { ContactScreen } from '#features/contact-messages/web/ContactScreen.tsx'

export const Route = createFileRoute('/_site/contact')({
  staticData: { access: 'public', title: 'Contact' },
  component: ContactScreen,
})
