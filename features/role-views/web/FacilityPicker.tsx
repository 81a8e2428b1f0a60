import { IconBuildingHospital } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { toast } from '#ui/toast.ts'
import { TenantPicker } from './TenantPicker.tsx'
import { useSelectFacility } from './queries.ts'
import { useSelectedFacility } from './use-facility-view.ts'

/** The picker for the organization, site or unit that a superadmin works in. */
export function FacilityPicker(): ReactNode {
  const selected = useSelectedFacility()
  const select = useSelectFacility()
  const current = selected ? { id: selected.id, name: selected.name } : null
  return (
    <TenantPicker
      kind="facility"
      label="Facility you work in"
      placeholder="Choose a facility"
      leftSection={<IconBuildingHospital size={16} aria-hidden />}
      current={current}
      isPending={select.isPending}
      onChoose={(facility_id) =>
        select.mutate(
          { facility_id },
          {
            onSuccess: ({ selected_facility_name }) =>
              toast.success(`You now work in ${selected_facility_name}`),
            onError: () => toast.error('The facility could not be chosen', 'Please try again.'),
          },
        )
      }
    />
  )
}
