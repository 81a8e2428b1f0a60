import { useDebouncedValue } from '@mantine/hooks'
import { IconSchool } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { toast } from '#ui/toast.ts'
import { PlacePicker } from './PlacePicker.tsx'
import { roleViews, useSetContext } from './queries.ts'

/** Which school a superadmin works in. */
export function SchoolPicker(): ReactNode {
  const me = useMe()
  const setContext = useSetContext()
  const current = me.selected_school_id
    ? { value: me.selected_school_id, label: me.selected_school_name ?? 'Selected school' }
    : null
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === current?.label ? '' : typed, 200)
  const found = useQuery({
    ...roleViews.schools.queryOptions({ input: { search } }),
    placeholderData: keepPreviousData,
  })
  return (
    <PlacePicker
      label="School you work in"
      placeholder="Choose a school"
      nothingFound="No school of this name"
      icon={<IconSchool size={16} aria-hidden />}
      current={current}
      found={found.data?.map(({ id, name }) => ({ value: id, label: name }))}
      typed={typed}
      onType={setTyped}
      isPending={setContext.isPending}
      onChoose={(school) =>
        setContext.mutate(
          { userId: me.id, role: (me.view_role as typeof me.role | null) ?? me.role, school },
          {
            onSuccess: ({ selected_school_name }) => toast.success(`You now work in ${selected_school_name}`),
            onError: () => toast.error('The school could not be chosen', 'Please try again.'),
          },
        )
      }
    />
  )
}
