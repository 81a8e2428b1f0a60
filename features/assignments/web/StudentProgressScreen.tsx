import type { ReactNode } from 'react'
import { ReportedHours } from '#features/hours-requests/web/public.ts'
import { MyProgressScreen } from '#features/hours/web/public.ts'
import { lazyParts } from '#ui/lazy-parts.ts'

// Loaded lazily because it waits for the response with the shifts anyway.
const later = lazyParts(() => import('./GapShifts.tsx'))
const GapShifts = later.part((file) => file.GapShifts)

/** A student's own hours, with the open shifts that would close a gap (Spec §2: /student/progress). */
export function StudentProgressScreen(): ReactNode {
  return <MyProgressScreen GapShifts={GapShifts} Reported={ReportedHours} />
}
