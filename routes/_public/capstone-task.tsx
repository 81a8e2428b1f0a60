import { createFileRoute } from '@tanstack/react-router'
import { TaskScreen } from '#features/capstone/web/TaskScreen.tsx'
import { knownParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_public/capstone-task')({
  staticData: { access: 'public', title: 'Your task' },
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    knownParams({ token: textParam(search['token']) }),
  component: TaskScreen,
})
