import { createFileRoute } from '@tanstack/react-router'
import { guardSignedIn } from '#features/shell/web/guard.ts'
import { RouteFailedScreen } from '#features/shell/web/RouteFailedScreen.tsx'
import { SignedInShell } from '#features/shell/web/SignedInShell.tsx'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'

export const Route = createFileRoute('/_app')({
  staticData: { access: 'any' },
  beforeLoad: ({ context, location, matches, preload }): Promise<void> =>
    guardSignedIn({ context, location, matches, preload }),
  component: SignedInShell,
  pendingComponent: LoadingScreen,
  pendingMs: 0,
  errorComponent: RouteFailedScreen,
})
