import { Button, NativeSelect, Text } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { SemesterRow } from '../contract.ts'
import { lifecycleLabels, semesterTypeLabels } from '../rules.ts'
import { LifecycleBadge } from './LifecycleBadge.tsx'
import { patience, semesters, useExportSemesters } from './queries.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import {
  hasFilters,
  lifecycles,
  type SearchChange,
  semesterFilter,
  type SemestersSearch,
  types,
} from './semesters-search.ts'
import { useSemesterDialogs } from './use-semester-dialogs.tsx'

const pageSize = 25

/** The superadmin's semesters, across all schools (Spec §2). */
export function SemestersScreen(): ReactNode {
  const search = useSearch({ strict: false }) as SemestersSearch
  const setSearch = useSetSearch()
  // Opening details and turning pages are steps that Back undoes; typing and choosing refine where one is.
  const go = (change: SearchChange) => setSearch({ ...search, ...change }, !(change.semester ?? change.page))
  const refine = (change: SearchChange) => go({ ...change, page: undefined })
  const { page = 1 } = search
  const filter = semesterFilter(search)
  const query = useQuery({
    ...semesters.search.queryOptions({ input: { ...filter, page, page_size: pageSize } }),
    ...patience,
    placeholderData: keepPreviousData,
  })
  const { actionsOf, dialogs, create } = useSemesterDialogs({
    schoolId: search.school ?? null,
    all: query.data?.rows,
    details: search.semester,
    onDetails: (semester) => go({ semester }),
  })
  const createButton = (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={create}>
      New semester
    </Button>
  )

  return (
    <Page title="Semesters" description="The semesters of all schools." width="wide" actions={createButton}>
      <Filters search={search} onRefine={refine} />
      <ListTable
        query={query}
        failedTitle="The semesters could not be loaded"
        label="Semesters"
        rows={query.data?.rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name, school_name }) => `${name}, ${school_name}`}
        rowHref={({ id }) =>
          `/admin/semesters?${new URLSearchParams({ ...(search as Record<string, string>), semester: id })}`
        }
        rowActions={actionsOf}
        sort={{ key: filter.sort, dir: filter.dir }}
        onSortChange={({ key, dir }) => refine({ sort: key, dir })}
        page={page}
        pageSize={pageSize}
        onPageChange={(next) => go({ page: next })}
        empty={
          hasFilters(search)
            ? {
                title: 'No semester fits',
                description: 'Try fewer filters, or another part of the name.',
                titleOrder: 2,
              }
            : {
                title: 'No semester yet',
                description: 'Create the first one for a school; its administrators see it at once.',
                action: createButton,
                titleOrder: 2,
              }
        }
      />
      {dialogs}
    </Page>
  )
}

type FiltersProps = { search: SemestersSearch; onRefine: (change: SearchChange) => void }

function Filters({ search, onRefine }: FiltersProps): ReactNode {
  const download = useExportSemesters()
  return (
    <FilterBar
      chosen={[search.school, search.state, search.type]}
      onClear={
        hasFilters(search)
          ? () => onRefine({ q: undefined, state: undefined, type: undefined, school: undefined })
          : undefined
      }
      end={
        <ExportButton
          isPending={download.isPending}
          onClick={() =>
            download.mutate(semesterFilter(search), {
              onSuccess: ({ filename, csv }) => saveFile(filename, csv),
            })
          }
        />
      }
    >
      <SearchField
        label="Search by semester, school or year"
        value={search.q ?? ''}
        onChange={(q) => onRefine({ q: q || undefined })}
      />
      <EntitySelect
        kind="school"
        aria-label="School"
        placeholder="All schools"
        value={search.school ?? null}
        onChange={(school) => onRefine({ school: school ?? undefined })}
      />
      <NativeSelect
        aria-label="Status"
        value={search.state ?? ''}
        data={[
          { value: '', label: 'All statuses' },
          ...lifecycles.map((value) => ({ value, label: lifecycleLabels[value] })),
        ]}
        onChange={({ currentTarget }) => onRefine({ state: currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Type"
        value={search.type ?? ''}
        data={[
          { value: '', label: 'All types' },
          ...types.map((value) => ({ value, label: semesterTypeLabels[value] })),
        ]}
        onChange={({ currentTarget }) => onRefine({ type: currentTarget.value || undefined })}
      />
    </FilterBar>
  )
}

const columns: Column<SemesterRow>[] = [
  {
    key: 'name',
    title: 'Semester',
    sortable: true,
    render: ({ name }) => <span style={{ whiteSpace: 'nowrap' }}>{name}</span>,
  },
  { key: 'school_name', title: 'School', sortable: true, render: ({ school_name }) => school_name },
  { key: 'lifecycle', title: 'Status', render: ({ lifecycle }) => <LifecycleBadge lifecycle={lifecycle} /> },
  {
    key: 'start_date',
    title: 'Dates',
    sortable: true,
    render: ({ start_date, end_date }) => (
      <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
        {formatRange(start_date, end_date)}
      </Text>
    ),
  },
  {
    key: 'semester_type',
    title: 'Type',
    render: ({ semester_type }) => semesterTypeLabels[semester_type],
  },
  {
    key: 'academic_year',
    title: 'Academic year',
    phone: 'hide',
    render: ({ academic_year }) => academic_year,
  },
  {
    key: 'shift_count',
    title: 'Shifts',
    sortable: true,
    align: 'right',
    render: ({ shift_count }) => shift_count.toLocaleString('en-US'),
  },
]
