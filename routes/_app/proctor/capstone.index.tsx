import { createFileRoute } from '@tanstack/react-router'
import { ProctorCapstoneScreen } from '#features/capstone/web/ProjectListScreen.tsx'
import {
  choiceParam,
  definedParams,
  pageParam,
  semesterParam,
  textParam,
} from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/proctor/capstone/')({
  staticData: { access: ['proctor'], title: 'Capstone' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      show: choiceParam(search['show'], ['current', 'review', 'placing', 'under_way', 'done']),
      q: textParam(search['q']),
      page: pageParam(search['page']),
      semester: semesterParam(search['semester']),
    }),
  component: ProctorCapstoneScreen,
})
