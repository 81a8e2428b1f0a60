import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'

const FacilityRoster = lazy(() =>
  import('./FacilityRoster.tsx').then((file) => ({ default: file.FacilityRoster })),
)

/** The students on a shift, loaded on demand so that pages without the roster don't fetch its code. */
export function LazyFacilityRoster(props: ComponentProps<typeof FacilityRoster>): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="text" />}>
      <FacilityRoster {...props} />
    </Suspense>
  )
}
