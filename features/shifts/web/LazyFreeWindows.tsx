import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'

const Windows = lazy(() => import('./FreeWindows.tsx').then((file) => ({ default: file.FreeWindows })))
const Instead = lazy(() => import('./FreeWindows.tsx').then((file) => ({ default: file.RequestInstead })))

/** Free windows on like units, fetched where they are shown: few shifts need another. */
export function FreeWindows(props: ComponentProps<typeof Windows>): ReactNode {
  return (
    <Suspense>
      <Windows {...props} />
    </Suspense>
  )
}

/** Other windows to request for a shift that was declined, fetched where they are shown. */
export function RequestInstead(props: ComponentProps<typeof Instead>): ReactNode {
  return (
    <Suspense>
      <Instead {...props} />
    </Suspense>
  )
}
