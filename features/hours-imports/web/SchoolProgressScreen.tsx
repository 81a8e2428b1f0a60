import type { ReactNode } from 'react'
import { StudentProgressScreen } from '#features/hours/web/public.ts'
import { ImportHoursButton } from './ImportHoursButton.tsx'

/** Progress of a school's students, whose earlier hours the school can import. */
export function SchoolProgressScreen(): ReactNode {
  return <StudentProgressScreen actionsFor={importFor} />
}

const importFor = (school: string | null): ReactNode => <ImportHoursButton school={school} />
