import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSchool } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { toast } from '#ui/toast.ts'
import { roleViews, useSetContext } from './queries.ts'

/** Which school a superadmin works in: search by name, choose, and everything shown is that school's. */
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
  const others = (found.data ?? [])
    .filter(({ id }) => id !== current?.value)
    .map(({ id, name }) => ({ value: id, label: name }))

  return (
    <Select
      aria-label="School you work in"
      placeholder="Choose a school"
      searchable
      allowDeselect={false}
      data={current ? [current, ...others] : others}
      value={current?.value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'No school of this name'}
      disabled={setContext.isPending}
      leftSection={<IconSchool size={16} aria-hidden />}
      maxDropdownHeight={320}
      w={280}
      maw="100%"
      onChange={(school) =>
        school &&
        school !== current?.value &&
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
