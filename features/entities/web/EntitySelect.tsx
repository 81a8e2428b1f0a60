import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { featureApi } from '#platform/web/api.ts'
import { PickOption } from '#ui/Pick.tsx'
import type { entitiesContract, Entity, EntityKind } from '../contract.ts'

const entities = featureApi<typeof entitiesContract>('entities')

export type EntitySelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  kind: EntityKind | 'person'
  value?: string | null
  onChange: (id: string | null, name: string) => void
  /** Only facilities below this one. */
  belowId?: string | undefined
  /** Only cohorts or shifts of this school. */
  schoolId?: string | undefined
  /** Not selectable: the facility itself, when it is moved. */
  exceptId?: string
  /** The chosen entity, if its name is known before the first response. */
  known?: Pick<Entity, 'id' | 'name'> | null
}

/** Chooses one school, facility, person, cohort or shift that the user may see, by typing part of its name. */
export function EntitySelect({
  kind,
  belowId,
  schoolId,
  exceptId,
  known,
  value = null,
  ...props
}: EntitySelectProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  // The field also shows the chosen name, which is not a search.
  const [search] = useDebouncedValue(typed === chosen ? '' : typed, 200)
  const { data, isFetching, isError, isPlaceholderData } = useFound({
    kind,
    search,
    value,
    belowId,
    schoolId,
  })
  const found: Entity[] = data?.filter(({ id }) => id !== exceptId) ?? []
  if (known && !found.some(({ id }) => id === known.id)) found.unshift({ ...known, detail: '' })
  const current = found.find(({ id }) => id === value)
  // The first response has the name of an entity chosen elsewhere.
  if (current && chosen === '' && typed === current.name) setChosen(current.name)
  return (
    <Select
      searchable
      clearable
      placeholder={kind === 'person' ? 'Search by name or email' : 'Search by name'}
      maxDropdownHeight={300}
      {...props}
      data={found.map(({ id, name: label }) => ({ value: id, label }))}
      value={value || null}
      searchValue={typed}
      onSearchChange={setTyped}
      // Enter chooses the first match as soon as it has arrived.
      selectFirstOptionOnChange={typed !== chosen && search === typed && !isPlaceholderData}
      // The server has already filtered.
      filter={({ options }) => options}
      onChange={(id, option) => {
        const name = option?.label ?? ''
        setChosen(name)
        props.onChange(id, name)
      }}
      nothingFoundMessage={emptyWords({ kind, search, isFetching, isError })}
      renderOption={({ option }) => (
        <PickOption name={option.label} detail={found.find(({ id }) => id === option.value)?.detail} />
      )}
    />
  )
}

type Asked = {
  kind: EntitySelectProps['kind']
  search: string
  value: string | null
  belowId?: string | undefined
  schoolId?: string | undefined
}

function useFound({ kind, search, value, belowId, schoolId }: Asked) {
  const wanted = { search, ...(value && { id: value }) }
  const isPerson = kind === 'person'
  const people = useQuery({
    ...entities.people.queryOptions({ input: wanted }),
    placeholderData: keepPreviousData,
    enabled: isPerson,
  })
  const others = useQuery({
    ...entities.find.queryOptions({
      input: {
        kind: isPerson ? 'facility' : kind,
        ...wanted,
        ...(belowId && { below_id: belowId }),
        ...(schoolId && { school_id: schoolId }),
      },
    }),
    placeholderData: keepPreviousData,
    enabled: !isPerson,
  })
  return isPerson ? people : others
}

function emptyWords({
  kind,
  search,
  isFetching,
  isError,
}: Pick<Asked, 'kind' | 'search'> & { isFetching: boolean; isError: boolean }): string {
  if (isFetching) return 'Searching…'
  if (isError) return 'The search failed. Type the name again.'
  return kind === 'person' && search === '' ? 'Type a name or email address' : 'No matches for this name'
}
