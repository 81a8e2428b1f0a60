import { createFileRoute } from '@tanstack/react-router'
import { StudentShiftsScreen } from '#features/assignments/web/StudentShiftsScreen.tsx'
import { knownParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/shifts')({
  staticData: { access: ['student'], title: 'Shifts' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      show: textParam(search['show']),
      when: textParam(search['when']),
      view: textParam(search['view']),
      span: textParam(search['span']),
      on: textParam(search['on']),
      from: textParam(search['from']),
      to: textParam(search['to']),
      specialty: textParam(search['specialty']),
      site: textParam(search['site']),
      full: textParam(search['full']),
      more: textParam(search['more']),
      offer: textParam(search['offer']),
      semester: textParam(search['semester']),
    }),
  component: StudentShiftsScreen,
})
