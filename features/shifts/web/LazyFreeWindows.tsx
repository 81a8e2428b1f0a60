import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'

const Windows = lazy(() => import('./FreeWindows.tsx').then((file) => ({ default: file.FreeWindows })))
const Instead = lazy(() => import('./FreeWindows.tsx').then((file) => ({ default: file.RequestInstead })))

/** Free windows on similar units, loaded when they are shown, because few shifts need one. */
export function FreeWindows(props: ComponentProps<typeof Windows>): ReactNode {
  return (
    <Suspense>
      <Windows {...props} />
    </Suspense>
  )
}

/** Windows to request instead of a declined shift, loaded when they are shown. */
export function RequestInstead(props: ComponentProps<typeof Instead>): ReactNode {
  return (
    <Suspense>
      <Instead {...props} />
    </Suspense>
  )
}
