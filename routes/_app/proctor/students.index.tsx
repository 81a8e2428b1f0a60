import { createFileRoute } from '@tanstack/react-router'
import { ProctorStudentsScreen } from '#features/assignments/web/ProctorStudentsScreen.tsx'
import { choiceParam, definedParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/proctor/students/')({
  staticData: { access: ['proctor'], title: 'Students' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({ q: textParam(search['q']), show: choiceParam(search['show'], ['coming', 'advised']) }),
  component: ProctorStudentsScreen,
})
