import { createFileRoute } from '@tanstack/react-router'
import { FaqSchoolAdminsScreen } from '#features/public-pages/web/FaqSchoolAdminsScreen.tsx'

export const Route = createFileRoute('/_site/faq/school-admins')({
  staticData: { access: 'public', title: 'Questions of schools' },
  component: FaqSchoolAdminsScreen,
})
