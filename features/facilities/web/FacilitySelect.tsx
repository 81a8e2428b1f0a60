import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FacilityKind } from '../contract.ts'
import { facilities } from './queries.ts'

type FacilitySelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** Only organizations, sites or units. */
  kind?: FacilityKind
  /** Only what lies below this place. */
  belowId?: string | undefined
  /** A place that may not be chosen: itself, when it is moved. */
  exceptId?: string
  value?: string | null
  onChange: (id: string | null) => void
}

/** A place found by name within the asker's scope; shows where in the hierarchy it lies. */
export function FacilitySelect({
  kind,
  belowId,
  exceptId,
  value = null,
  onChange,
  ...props
}: FacilitySelectProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [label, setLabel] = useState('')
  const [search] = useDebouncedValue(typed === label ? '' : typed, 200)
  const found = useQuery({
    ...facilities.options.queryOptions({
      input: {
        search,
        ...(kind && { kind }),
        ...(belowId && { below_id: belowId }),
        ...(value && { id: value }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const places = (found.data ?? []).filter(({ id }) => id !== exceptId)
  const chosen = places.find(({ id }) => id === value)
  // The name of what was chosen elsewhere comes with the first answer.
  if (chosen && label === '' && typed === chosen.name) setLabel(chosen.name)
  return (
    <Select
      searchable
      clearable
      data={places.map(({ id, name }) => ({ value: id, label: name }))}
      value={value || null}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
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
