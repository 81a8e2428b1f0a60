import type { ReactNode } from 'react'
import { EntitySelect } from '#features/entities/web/public.ts'

interface SchoolFieldProps {
  value: string | null
  onChange: (id: string | null) => void
}

/** Chooses the school whose students are shown; for the platform only. */
export const SchoolField = (props: SchoolFieldProps): ReactNode => (
  <EntitySelect kind="school" label="School" placeholder="Search by name" {...props} />
)
