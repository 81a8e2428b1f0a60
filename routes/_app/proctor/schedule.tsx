import { createFileRoute } from '@tanstack/react-router'
import { ProctorScheduleScreen } from '#features/assignments/web/ProctorScheduleScreen.tsx'
import { knownParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/proctor/schedule')({
  staticData: { access: ['proctor'], title: 'Schedule' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      when: textParam(search['when']),
      view: textParam(search['view']),
      span: textParam(search['span']),
      on: textParam(search['on']),
      semester: textParam(search['semester']),
    }),
  component: ProctorScheduleScreen,
})
