import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'

const FacilityRoster = lazy(() =>
  import('./FacilityRoster.tsx').then((file) => ({ default: file.FacilityRoster })),
)

/** Who comes to a shift, on pages that others have too or that show it on request: those do not fetch it. */
export function LazyFacilityRoster(props: ComponentProps<typeof FacilityRoster>): ReactNode {
  return (
    <Suspense fallback={<Skeletons shape="text" />}>
      <FacilityRoster {...props} />
    </Suspense>
  )
}
