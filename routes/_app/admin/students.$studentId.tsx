import { createFileRoute } from '@tanstack/react-router'
import { StudentScreen } from '#features/students/web/StudentScreen.tsx'
import { knownParams, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/students/$studentId')({
  staticData: { access: [], title: 'Student' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      seen: textParam(search['seen']),
      from: textParam(search['from']),
      to: textParam(search['to']),
      page: pageParam(search['page']),
    }),
  component: StudentScreen,
})
