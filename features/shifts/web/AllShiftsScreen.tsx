import type { ReactNode } from 'react'
import { Page } from '#ui/Page.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import type { ShiftColumn } from './ShiftTable.tsx'
import { ShiftsView, ShiftViewTabs } from './ShiftsView.tsx'

const columns: readonly ShiftColumn[] = [
  'when',
  'school',
  'shift',
  'location',
  'state',
  'seats',
  'instructor',
]

/** Every shift of every school, for the superadmin (Spec §2: /admin/all-shifts). */
export function AllShiftsScreen(): ReactNode {
  return (
    <Page title="All shifts" width="wide" views={<ShiftViewTabs />} actions={<PrintButton />}>
      <ShiftsView columns={columns} ofAllSchools />
    </Page>
  )
}
