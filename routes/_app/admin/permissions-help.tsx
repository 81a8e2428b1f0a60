import { createFileRoute } from '@tanstack/react-router'
import { definedParams, textParam } from '#platform/web/search-params.ts'
import { PermissionsHelpScreen } from '#features/permissions/web/PermissionsHelpScreen.tsx'

export const Route = createFileRoute('/_app/admin/permissions-help')({
  staticData: { access: 'any', title: 'Permissions guide' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      q: textParam(search['q']),
      as: textParam(search['as']),
    }),
  component: PermissionsHelpScreen,
})
