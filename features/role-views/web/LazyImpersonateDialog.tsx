import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import type { ImpersonateDialog } from './ImpersonateDialog.tsx'

const Loaded = lazy(() =>
  import('./ImpersonateDialog.tsx').then((file) => ({ default: file.ImpersonateDialog })),
)

/** Asks for the reason before a superadmin acts as someone; loaded when it opens. */
export function LazyImpersonateDialog(props: ComponentProps<typeof ImpersonateDialog>): ReactNode {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
