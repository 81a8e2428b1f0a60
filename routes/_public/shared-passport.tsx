import { createFileRoute } from '@tanstack/react-router'
import { SharedPassportScreen } from '#features/passport/web/SharedPassportScreen.tsx'
import { knownParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_public/shared-passport')({
  staticData: { access: 'public', title: 'Credential passport' },
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    knownParams({ token: textParam(search['token']) }),
  component: SharedPassportScreen,
})
