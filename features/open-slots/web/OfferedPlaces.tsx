import { Button, NativeSelect, Text } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Specialty } from '#features/facilities/contract.ts'
import { specialtyLabels } from '#features/facilities/rules.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { DateField } from '#ui/DateField.tsx'
import { ExportMenu } from '#ui/ExportMenu.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { ShiftOptions } from '#features/shifts/contract.ts'
import type { SlotRow } from '../contract.ts'
import { type SemesterScope, SemesterScopeSelect } from '#features/semesters/web/public.ts'
import type { SearchChange, ShiftsSearch } from '#features/shifts/web/public.ts'
import { useSlots } from './slot-queries.ts'
import { slotColumns, slotLabel } from './slot-words.tsx'

const TakeDialog = lazyDialog(() => import('./TakeDialog.tsx').then((file) => file.TakeDialog), {
  slots: [],
})

const pageSize = 50

interface OfferedPlacesProps {
  schoolId: string
  search: ShiftsSearch
  onSearch: (change: SearchChange) => void
  options: ShiftOptions | undefined
  scope: SemesterScope
}

/** What partner facilities offer to a school, the soonest first: one place or several are taken, as long as no one else has. */
export function OfferedPlaces({ schoolId, search, onSearch, options, scope }: OfferedPlacesProps): ReactNode {
  const page = search.page ?? 1
  // Days that were chosen win over the semester.
  const term = search.from || search.to ? undefined : scope.semester
  const filter = {
    school_id: schoolId,
    status: 'open' as const,
    facility_id: search.place,
    specialty: search.specialty as Specialty | undefined,
    from: search.from ?? term?.start_date,
    to: search.to ?? term?.end_date,
  }
  const query = useSlots(filter, { page, page_size: pageSize })
  // Kept whole: what was chosen on another page is taken too.
  const [selected, select] = useState<readonly SlotRow[]>([])
  const [asked, ask] = useState<readonly SlotRow[]>([])
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The offered places could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  const rows = query.data?.rows
  const known = new Map([...selected, ...(rows ?? [])].map((row) => [row.id, row]))
  const fitting = selected.filter(({ blocker }) => blocker === null)
  const isNarrowed = search.place ?? search.specialty ?? search.from ?? search.to
  return (
    <>
      <FilterBar
        chosen={[search.place, search.specialty, search.from, search.to]}
        onClear={
          isNarrowed
            ? () => onSearch({ place: undefined, specialty: undefined, from: undefined, to: undefined })
            : undefined
        }
        end={<ExportMenu hrefOf={(format) => exportHref('/shifts/slots/export', filter, format)} />}
      >
        <SemesterScopeSelect scope={scope} />
        <NativeSelect
          aria-label="Location"
          value={search.place ?? ''}
          maw={220}
          data={[
            { value: '', label: 'All locations' },
            ...(options?.units ?? []).map(({ id, name, site_name: site }) => ({
              value: id,
              label: site ? `${site}: ${name}` : name,
            })),
          ]}
          onChange={({ currentTarget }) => onSearch({ place: currentTarget.value || undefined })}
        />
        <NativeSelect
          aria-label="Specialty"
          value={search.specialty ?? ''}
          maw={220}
          data={[
            { value: '', label: 'All specialties' },
            ...Object.entries(specialtyLabels).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => onSearch({ specialty: currentTarget.value || undefined })}
        />
        {(['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            aria-label={end === 'from' ? 'From' : 'To'}
            placeholder={end === 'from' ? 'From' : 'To'}
            clearable
            w={150}
            value={search[end] ?? ''}
            onChange={(day) => onSearch({ [end]: day || undefined })}
          />
        ))}
      </FilterBar>
      <DataTable
        label="Offered places"
        rows={rows}
        columns={[
          slotColumns.when,
          slotColumns.place,
          slotColumns.what,
          {
            key: 'take',
            title: 'Take',
            render: (row) =>
              row.blocker ? (
                <Text size="sm" c="var(--pw-orange-ink)" maw={320} style={{ whiteSpace: 'normal' }}>
                  {row.blocker}
                </Text>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Take ${slotLabel(row)}`}
                  onClick={() => ask([row])}
                >
                  Take…
                </Button>
              ),
          },
        ]}
        rowKey={({ id }) => id}
        rowLabel={slotLabel}
        isLoading={query.isPlaceholderData}
        page={page}
        pageSize={pageSize}
        total={query.data?.total}
        onPageChange={(next) => onSearch({ page: next })}
        selection={{
          selected: selected.map(({ id }) => id),
          onChange: (ids) => select(ids.flatMap((id) => known.get(id) ?? [])),
          actions: (
            <Button size="xs" disabled={fitting.length === 0} onClick={() => ask(fitting)}>
              Take {fitting.length}…
            </Button>
          ),
        }}
        empty={{
          icon: IconCalendarPlus,
          title: isNarrowed ? 'No offered place fits these filters' : 'No place is offered now',
          description:
            'Shifts that partner facilities offer on their units appear here. You can always plan and submit your own request.',
        }}
      />
      <TakeDialog slots={asked} schoolId={schoolId} onClose={() => ask([])} onDone={() => select([])} />
    </>
  )
}
