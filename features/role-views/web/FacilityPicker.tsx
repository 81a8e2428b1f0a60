import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingHospital } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from '#ui/toast.ts'
import { PlacePicker } from './PlacePicker.tsx'
import { roleViews, useSelectFacility } from './queries.ts'
import { useSelectedFacility } from './use-facility-view.ts'

/** Which organization, site or unit a superadmin works in. */
export function FacilityPicker(): ReactNode {
  const selected = useSelectedFacility()
  const select = useSelectFacility()
  const current = selected ? { value: selected.id, label: selected.name } : null
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === current?.label ? '' : typed, 200)
  const found = useQuery({
    ...roleViews.facilities.queryOptions({ input: { search } }),
    placeholderData: keepPreviousData,
  })
  return (
    <PlacePicker
      label="Facility you work in"
      placeholder="Choose a facility"
      nothingFound="No facility of this name"
      icon={<IconBuildingHospital size={16} aria-hidden />}
      current={current}
      found={found.data?.map(({ id, name, parent_name }) => ({
        value: id,
        label: parent_name ? `${name}, ${parent_name}` : name,
      }))}
      typed={typed}
      onType={setTyped}
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
