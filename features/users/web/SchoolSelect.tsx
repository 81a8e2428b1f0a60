import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { usersContract } from '../contract.ts'
import { featureApi } from '#platform/web/api.ts'

const { places } = featureApi<typeof usersContract>('users')

type SchoolSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value?: string | null
  onChange: (id: string | null) => void
}

/** A school found by name, for the superadmin. */
export function SchoolSelect({ value, onChange, ...props }: SchoolSelectProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [label, setLabel] = useState('')
  const [search] = useDebouncedValue(typed === label ? '' : typed, 200)
  const found = useQuery({
    ...places.queryOptions({ input: { kind: 'school', search, ...(value && { id: value }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      searchable
      clearable
      data={(found.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value || null}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      onChange={(id, option) => {
        setLabel(option?.label ?? '')
        onChange(id)
      }}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'No school of this name'}
      maxDropdownHeight={300}
      {...props}
    />
  )
}
