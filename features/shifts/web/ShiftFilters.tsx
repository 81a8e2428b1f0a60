import { Button, NativeSelect } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { specialtyLabels } from '#features/facilities/rules.ts'
import { SavedViews } from '#features/saved-views/web/public.ts'
import { LazyDateField } from '#ui/LazyDateField.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { ShiftOptions } from '../contract.ts'
import { statusWords } from '../rules.ts'
import {
  chosenOf,
  hasFilters,
  needs,
  needsWords,
  noFilters,
  type SearchChange,
  type ShiftsSearch,
  statesOf,
  statuses,
} from './shifts-search.ts'

interface ShiftFiltersProps {
  search: ShiftsSearch
  onSearch: (change: SearchChange) => void
  options: ShiftOptions | undefined
  /** Its own picker of a place, where the units are too many to be listed. */
  placePicker?: ReactNode
  /** A picker of a school, for whoever sees those of all. */
  schoolPicker?: ReactNode
  end?: ReactNode
}

type Choice = { value: string; label: string }

/** The filters of a list of shifts; what is rarely asked stands behind "More filters", unless it is set. */
export function ShiftFilters({
  search,
  onSearch,
  options,
  placePicker,
  schoolPicker,
  end,
}: ShiftFiltersProps): ReactNode {
  const { role } = useMe()
  const isRareSet = Boolean(search.specialty || search.instructor || search.cohort || search.mine)
  const [isOpen, open] = useState(isRareSet)
  const states = statesOf(search.state)
  const several =
    states.length > 1 ? [{ value: search.state!, label: states.map((s) => statusWords[s]).join(', ') }] : []
  const isPlanner = role !== 'student' && role !== 'proctor'
  const select = (key: keyof ShiftsSearch, label: string, all: string, data: readonly Choice[]) =>
    data.length > 0 || search[key] ? (
      <NativeSelect
        aria-label={label}
        value={String(search[key] ?? '')}
        data={[{ value: '', label: all }, ...data]}
        onChange={({ currentTarget }) => onSearch({ [key]: currentTarget.value || undefined })}
        maw={220}
      />
    ) : null
  return (
    <FilterBar
      chosen={chosenOf(search)}
      onClear={hasFilters(search) ? () => onSearch(noFilters) : undefined}
      end={end}
    >
      <SavedViews />
      <SearchField
        label="Search shifts"
        placeholder="Title, course, unit or school"
        value={search.q ?? ''}
        onChange={(q) => onSearch({ q: q || undefined })}
      />
      {select('state', 'Status', 'All statuses', [
        ...several,
        ...statuses
          .filter(
            (status) =>
              isPlanner ||
              ['published', 'full', 'in_progress', 'completed', 'closed', 'cancelled'].includes(status),
          )
          .map((value) => ({ value, label: statusWords[value] })),
      ])}
      {isPlanner &&
        select(
          'needs',
          'Needs action',
          'Needs action: any',
          needs.map((value) => ({ value, label: needsWords[value] })),
        )}
      {select('semester', 'Semester', 'All semesters', choices(options?.semesters))}
      {schoolPicker}
      {placePicker ??
        select(
          'place',
          'Location',
          'All locations',
          (options?.units ?? []).map(({ id, name, site_name: site }) => ({
            value: id,
            label: site ? `${site}: ${name}` : name,
          })),
        )}
      <LazyDateField
        aria-label="From"
        placeholder="From"
        clearable
        w={150}
        value={search.from ?? ''}
        onChange={(from) => onSearch({ from: from || undefined })}
      />
      <LazyDateField
        aria-label="To"
        placeholder="To"
        clearable
        w={150}
        value={search.to ?? ''}
        onChange={(to) => onSearch({ to: to || undefined })}
      />
      {isOpen ? (
        <>
          {select(
            'specialty',
            'Specialty',
            'All specialties',
            Object.entries(specialtyLabels).map(([value, label]) => ({ value, label })),
          )}
          {select('instructor', 'Instructor', 'All instructors', choices(options?.proctors))}
          {select('cohort', 'Cohort', 'All cohorts', choices(options?.cohorts))}
          {role === 'facility_admin' && select('school', 'School', 'All schools', choices(options?.schools))}
          {!isPlanner && select('mine', 'Whose', 'All shifts', [{ value: 'yes', label: 'Only mine' }])}
        </>
      ) : (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          onClick={() => open(true)}
        >
          More filters
        </Button>
      )}
    </FilterBar>
  )
}

const choices = (options: readonly { id: string; name: string }[] = []): Choice[] =>
  options.map(({ id, name }) => ({ value: id, label: name }))
