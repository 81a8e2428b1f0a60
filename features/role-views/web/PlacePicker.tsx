import { Select } from '@mantine/core'
import type { ReactNode } from 'react'

type Choice = { value: string; label: string }

type PlacePickerProps = {
  /** "School you work in". */
  label: string
  placeholder: string
  nothingFound: string
  icon: ReactNode
  /** The one worked in now; it heads the list. */
  current: Choice | null
  found: readonly Choice[] | undefined
  typed: string
  onType: (typed: string) => void
  isPending: boolean
  onChoose: (id: string) => void
}

/** Where a superadmin works: search by name, choose, and everything shown is that place's. */
export function PlacePicker(props: PlacePickerProps): ReactNode {
  const { label, placeholder, nothingFound, icon, current, found, typed, onType, isPending, onChoose } = props
  const others = (found ?? []).filter(({ value }) => value !== current?.value)
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      searchable
      allowDeselect={false}
      data={current ? [current, ...others] : others}
      value={current?.value ?? null}
      searchValue={typed}
      onSearchChange={onType}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={found ? nothingFound : 'Searching…'}
      disabled={isPending}
      leftSection={icon}
      maxDropdownHeight={320}
      w={280}
      maw="100%"
      onChange={(id) => id && id !== current?.value && onChoose(id)}
    />
  )
}
