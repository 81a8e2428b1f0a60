import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { invitations } from './queries.ts'

type PlaceSelectProps = Omit<SelectProps, 'data' | 'searchValue' | 'onSearchChange'> & {
  kind: 'school' | 'facility'
}

/** A school, or a facility within reach, found by typing part of its name. */
export function PlaceSelect({ kind, ...props }: PlaceSelectProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  // What was chosen stands in the field: it is no search.
  const [q, setQ] = useState('')
  const found = useQuery({
    ...invitations.places.queryOptions({ input: { kind, q: search === q ? '' : search } }),
    placeholderData: keepPreviousData,
  })
  const labelOf = ({ name, within }: { name: string; within: string | null }) =>
    within ? (kind === 'facility' ? `${within} › ${name}` : `${name}, ${within}`) : name
  return (
    <Select
      {...props}
      data={(found.data ?? []).map((place) => ({ value: place.id, label: labelOf(place) }))}
      searchable
      // The server has searched already; what it found is shown whole.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      onOptionSubmit={(value) =>
        setQ((found.data ?? []).filter(({ id }) => id === value).map(labelOf)[0] ?? '')
      }
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'Nothing found'}
      placeholder={props.placeholder ?? 'Type part of the name'}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
