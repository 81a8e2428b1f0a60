import { lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ImportKind } from '../contract.ts'

const Loaded = lazy(() => import('./ImportFile.tsx').then((module) => ({ default: module.ImportFile })))

/**
 * The superadmin's import of hospitals and nursing homes (`sites`) or of schools, loaded on demand because it includes a parser. Has no
 * frame of its own.
 */
export function LazyImportFile({ kind }: { kind: ImportKind }): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="form" />}>
      <Loaded kind={kind} />
    </Suspense>
  )
}
