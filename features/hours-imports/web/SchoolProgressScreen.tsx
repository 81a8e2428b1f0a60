import type { ReactNode } from 'react'
import { HoursToApprove } from '#features/hours-requests/web/public.ts'
import { StudentProgressScreen } from '#features/hours/web/public.ts'
import { ImportHoursButton } from './ImportHoursButton.tsx'

/** Progress of a school's students, whose earlier hours the school can import. */
export function SchoolProgressScreen(): ReactNode {
  return <StudentProgressScreen actionsFor={importFor} waitingFor={waitingFor} />
}

const importFor = (school: string | null): ReactNode => <ImportHoursButton school={school} />

const waitingFor = (school: string | null): ReactNode => <HoursToApprove school={school} />
