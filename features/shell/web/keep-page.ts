import { accountCalls } from '#features/accounts/web/public.ts'
import { confirm } from '#ui/confirm.tsx'

type Browser = {
  ask: typeof confirm
  openSignIn: () => void
  /** Resolves when the page is looked at again. */
  returned: () => Promise<void>
  /** The id of the person who is signed in now, if any. */
  who: () => Promise<string | undefined>
}

const browser: Browser = {
  ask: confirm,
  openSignIn: () => void window.open('/login', '_blank', 'noopener'),
  returned: () =>
    new Promise((resolve) => {
      const look = (): void => {
        if (document.hidden) return
        document.removeEventListener('visibilitychange', look)
        resolve()
      }
      document.addEventListener('visibilitychange', look)
    }),
  // Not stored, because a page that knows that no one is signed in leaves.
  who: () =>
    accountCalls.me().then(
      (me) => me?.id,
      () => undefined,
    ),
}

/**
 * Asks someone whose session has ended while something is typed to sign in in another tab, whose session this page then has too. Resolves to
 * true as soon as the same person is signed in; to false if the page is to be left, or someone else is signed in by then.
 */
export async function keepPage(
  person: string,
  { ask, openSignIn, returned, who }: Browser = browser,
): Promise<boolean> {
  const isStaying = await ask({
    title: 'Your session has ended',
    body: 'What you typed is still here. Sign in in a new tab, then come back and save it.',
    confirmLabel: 'Sign in',
    cancelLabel: 'Leave without saving',
  })
  if (isStaying === false) return false
  const back = returned()
  openSignIn()
  await back
  const now = await who()
  if (now === person) return true
  return now ? false : keepPage(person, { ask, openSignIn, returned, who })
}
