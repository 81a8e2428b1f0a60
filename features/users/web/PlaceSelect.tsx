import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { users } from './queries.ts'

type PlaceSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  kind: 'school' | 'facility'
  value?: string | null
  onChange: (id: string | null) => void
}

/** A school or facility found by name; facilities show where in the hierarchy they lie. */
export function PlaceSelect({ kind, value = null, onChange, ...props }: PlaceSelectProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [label, setLabel] = useState('')
  const [search] = useDebouncedValue(typed === label ? '' : typed, 200)
  const found = useQuery({
    ...users.places.queryOptions({ input: { kind, search, ...(value && { id: value }) } }),
    placeholderData: keepPreviousData,
  })
  const places = found.data ?? []
  return (
    <Select
      searchable
      clearable
      data={places.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      onChange={(id, option) => {
        setLabel(option?.label ?? '')
        onChange(id)
      }}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'Nothing of this name'}
      maxDropdownHeight={300}
      renderOption={({ option }) => {
        const path = places.find(({ id }) => id === option.value)?.path
        return (
          <div>
            <div>{option.label}</div>
            {path && (
              <div style={{ fontSize: 'var(--mantine-font-size-xs)', color: 'var(--pw-muted)' }}>{path}</div>
            )}
          </div>
        )
      }}
      {...props}
    />
  )
}
