import type { ReactNode } from 'react'
import { EntitySelect } from '#features/entities/web/public.ts'
import { Page } from '#ui/Page.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { type PickerProps, ShiftsView } from './ShiftsView.tsx'

/** Every shift of every school, for the superadmin (Spec §2: /admin/all-shifts). */
export function AllShiftsScreen(): ReactNode {
  return (
    <Page
      title="All shifts"
      description="Of every school and facility, to be searched and looked into."
      width="wide"
      actions={<PrintButton />}
    >
      <ShiftsView
        columns={['when', 'school', 'shift', 'place', 'state', 'seats', 'instructor']}
        SchoolPicker={AnySchool}
        PlacePicker={AnyPlace}
      />
    </Page>
  )
}

function AnySchool({ value, onChange }: PickerProps): ReactNode {
  return (
    <EntitySelect
      kind="school"
      aria-label="School"
      placeholder="All schools"
      maw={260}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

function AnyPlace({ value, onChange }: PickerProps): ReactNode {
  return (
    <EntitySelect
      kind="facility"
      aria-label="Location"
      placeholder="All locations"
      maw={260}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
