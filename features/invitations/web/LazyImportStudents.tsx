import { lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ImportStudentsProps } from './ImportStudents.tsx'

const Loaded = lazy(() =>
  import('./ImportStudents.tsx').then((module) => ({ default: module.ImportStudents })),
)

/** The import of students, loaded on demand: few use it, and it includes a parser. */
export function LazyImportStudents(props: ImportStudentsProps): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="form" />}>
      <Loaded {...props} />
    </Suspense>
  )
}
