import { createFileRoute } from '@tanstack/react-router'
import { SemestersScreen } from '#features/semesters/web/SemestersScreen.tsx'
import { mayOpen } from '#platform/web/access.ts'

export const Route = createFileRoute('/_app/school/semesters')({
  component: SemestersScreen,
  staticData: { access: mayOpen('student') },
})
