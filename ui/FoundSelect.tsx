import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** What was typed to find something by name. The name of what is chosen stands in the field too: it is no search. */
export function useTypedName() {
  const [typed, type] = useState('')
  const [chosen, choose] = useState('')
  const [search] = useDebouncedValue(typed === chosen ? '' : typed, 200)
  return { typed, type, chosen, choose, search }
}

export type FoundSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value?: string | null
  onChange: (id: string | null) => void
}
interface Found {
  id: string
  name: string
  /** Where it lies, below its name. */
  path?: string | null
}

/** One of what the server finds by name. */
export function FoundSelect({
  typing,
  found,
  value = null,
  onChange,
  nothingFoundMessage = 'Nothing of this name',
  ...props
}: FoundSelectProps & {
  typing: ReturnType<typeof useTypedName>
  found: readonly Found[] | undefined
}) {
  const current = found?.find(({ id }) => id === value)
  // The name of what was chosen elsewhere comes with the first answer.
  if (current && typing.chosen === '' && typing.typed === current.name) typing.choose(current.name)
  return (
    <Select
      searchable
      clearable
      data={(found ?? []).map(({ id, name: label }) => ({ value: id, label }))}
      value={value || null}
      searchValue={typing.typed}
      onSearchChange={typing.type}
      // The server has searched already.
      filter={({ options }) => options}
      onChange={(id, option) => {
        typing.choose(option?.label ?? '')
        onChange(id)
      }}
      nothingFoundMessage={found ? nothingFoundMessage : 'Searching…'}
      maxDropdownHeight={300}
      renderOption={({ option }) => {
        const path = found?.find(({ id }) => id === option.value)?.path
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
