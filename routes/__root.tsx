import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { NotFoundPage } from '#features/shell/web/NotFoundPage.tsx'
import { RootScreen } from '#features/shell/web/RootScreen.tsx'
import { RouteFailedScreen } from '#features/shell/web/RouteFailedScreen.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  staticData: { access: 'public' },
  component: RootScreen,
  errorComponent: RouteFailedScreen,
  notFoundComponent: NotFoundPage,
})
