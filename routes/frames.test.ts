import { expect, test } from 'vitest'
import { RouteFailedScreen } from '#features/shell/web/RouteFailedScreen.tsx'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import { Route as root } from './__root.tsx'
import { Route as signedIn } from './_app/route.tsx'

test('while the session is loading, a loading screen shows at once (Spec §2)', () => {
  expect(signedIn.options).toMatchObject({ pendingComponent: LoadingScreen, pendingMs: 0 })
})

test.each([
  ['every page', root],
  ['signed-in pages', signedIn],
])('%s that fail to load show the error screen (Spec §8)', (_which, route) => {
  expect((route.options as { errorComponent?: unknown }).errorComponent).toBe(RouteFailedScreen)
})
