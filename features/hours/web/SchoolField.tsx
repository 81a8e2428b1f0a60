import type { ReactNode } from 'react'
import { EntitySelect } from '#features/entities/web/public.ts'

interface SchoolFieldProps {
  value: string | null
  onChange: (id: string | null) => void
}

/** Whose students are looked at: only the platform chooses. */
export const SchoolField = (props: SchoolFieldProps): ReactNode => (
  <EntitySelect kind="school" label="School" placeholder="Search by name" {...props} />
)
