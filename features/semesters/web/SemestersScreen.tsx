import { Button, Text } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatRange } from '#core/plain-date.ts'
import { entityFilter } from '#features/entities/web/public.ts'
import { choice, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import type { SemesterFilter, SemesterRow } from '../contract.ts'
import { lifecycleLabels, semesterTypeLabels } from '../rules.ts'
import { LifecycleBadge } from './LifecycleBadge.tsx'
import { patience, semesters, useExportSemesters } from './queries.ts'
import { useSemesterDialogs } from './use-semester-dialogs.tsx'

const filters: Filters<SemesterFilter> = {
  search: searchText('Search semesters', { any: 'Semester or school', param: 'q' }),
  school_id: entityFilter('school', 'School', 'All schools', { param: 'school' }),
  lifecycle: choice('Status', 'All statuses', lifecycleLabels, { param: 'state' }),
  semester_type: choice('Type', 'All types', semesterTypeLabels, { param: 'type' }),
}
const sorts = ['start_date', 'name', 'school_name', 'end_date', 'shift_count'] as const

/** The superadmin's semesters, across all schools (Spec §2). */
export function SemestersScreen(): ReactNode {
  const list = useList(filters, { sorts, dir: 'desc' })
  const [{ semester: openId }, setSearch] = useSearchParams({ semester: idParam })
  const hrefOf = useUrlWith('semester')
  const query = useQuery({
    ...semesters.search.queryOptions({ input: list.input }),
    ...patience,
    placeholderData: keepPreviousData,
  })
  const { actions, dialogs, create } = useSemesterDialogs<SemesterRow>({
    schoolId: list.filter.school_id ?? null,
    all: query.data?.rows,
    details: openId,
    onDetails: (semester) => setSearch({ semester }, semester === undefined),
  })
  const download = useExportSemesters()
  const createButton = (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={create}>
      New semester
    </Button>
  )
  return (
    <ListPage
      title="Semesters"
      description="The semesters of all schools"
      buttons={createButton}
      list={list}
      label="Semesters"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ name, school_name }) => `${name}, ${school_name}`}
      rowHref={({ id }) => hrefOf(id)}
      actions={actions}
      exported={download}
      failedTitle="The semesters couldn’t be loaded"
      empty={{
        title: 'No semesters yet',
        description: 'Create the first one for a school; its administrators see it at once.',
        action: createButton,
        titleOrder: 2,
      }}
    >
      {dialogs}
    </ListPage>
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
    file: ['First day', 'Last day', 'Active'],
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
    render: ({ shift_count }) => formatNumber(shift_count),
  },
]
