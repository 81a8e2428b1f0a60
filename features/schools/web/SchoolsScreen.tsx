import { Button, Group, NativeSelect } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconPlus, IconSchool } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LazyImportFile } from '#features/imports/web/public.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'
import { NameWithLogo, useLogos } from '#features/logos/web/public.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { SchoolRow } from '../contract.ts'
import { schools, useExport } from './queries.ts'
import { filterOf, hasFilters, type SchoolsSearch, type SearchChange } from './schools-search.ts'
import { useActiveQuestion } from './use-active-question.ts'
import { stateCodes } from './zones.ts'

const SchoolDrawer = lazyDialog(() => import('./SchoolDrawer.tsx').then((m) => m.SchoolDrawer), {
  opened: false,
})
const ProfilesView = lazy(() => import('./ProfilesView.tsx').then((m) => ({ default: m.ProfilesView })))

const pageSize = 25
const views = ['schools', 'profiles', 'import'] as const
const tabs = [
  { value: 'schools', label: 'Schools' },
  { value: 'profiles', label: 'Regulatory profiles' },
  { value: 'import', label: 'Import' },
] as const

/** /admin/schools: every school with its people, the boards' rules, and the import of a national file (Spec §2). */
export function SchoolsScreen(): ReactNode {
  const search = useSearch({ strict: false }) as SchoolsSearch
  const navigate = useNavigate()
  const setSearch = useSetSearch()
  const router = useRouter()
  const [isCreating, setCreating] = useState(false)
  const view = choiceParam(search.view, views) ?? 'schools'
  const onSearch = (change: SearchChange) => setSearch({ ...search, ...change }, change.page === undefined)
  return (
    <Page
      title="Schools"
      description="Schools of nursing, what their boards ask, and who belongs to them."
      width="wide"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
          New school
        </Button>
      }
      toolbar={
        <Group>
          <SegmentedFilter
            label="View"
            value={view}
            options={tabs}
            onChange={(next) =>
              void navigate({
                to: '.',
                search: definedParams({ view: next === 'schools' ? undefined : next }) as never,
              })
            }
          />
        </Group>
      }
    >
      {view === 'schools' && <List search={search} onSearch={onSearch} />}
      {view === 'profiles' && (
        <Suspense fallback={<Skeletons shape="table" />}>
          <ProfilesView />
        </Suspense>
      )}
      {view === 'import' && <LazyImportFile kind="schools" />}
      <SchoolDrawer
        opened={isCreating}
        school={undefined}
        onClose={() => setCreating(false)}
        onCreated={({ id }) => void router.navigate({ href: `/admin/schools/${id}` })}
      />
    </Page>
  )
}

type ListProps = { search: SchoolsSearch; onSearch: (change: SearchChange) => void }

function List({ search, onSearch }: ListProps): ReactNode {
  const filter = filterOf(search)
  const { page = 1 } = search
  const query = useQuery({
    ...schools.list.queryOptions({ input: { ...filter, page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const logos = useLogos(query.data?.rows.map(({ id }) => id) ?? [])
  const ask = useActiveQuestion()
  // A change of any filter starts at the first page again.
  const refine = (change: SearchChange) => onSearch({ ...change, page: undefined })
  return (
    <>
      <Filters search={search} onRefine={refine} />
      <ListTable
        query={query}
        failedTitle="Schools could not be loaded"
        label="Schools"
        rows={query.data?.rows.map((row) => ({ ...row, logo: logos.get(row.id) }))}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={({ id }) => `/admin/schools/${id}`}
        rowActions={({ is_active }) => [
          {
            label: is_active ? 'Deactivate' : 'Resume',
            icon: is_active ? IconCircleDashed : IconCircleCheck,
            danger: is_active,
            onClick: (row) => void ask(row),
          },
        ]}
        sort={{ key: filter.sort, dir: filter.dir }}
        onSortChange={({ key, dir }) => refine({ sort: key, dir })}
        page={page}
        pageSize={pageSize}
        onPageChange={(next) => onSearch({ page: next })}
        empty={
          hasFilters(search)
            ? { title: 'No school found', description: 'Try fewer filters, or another part of the name.' }
            : {
                title: 'No school yet',
                description: 'Make the first one, or import the national file.',
                icon: IconSchool,
              }
        }
      />
    </>
  )
}

function Filters({
  search,
  onRefine,
}: {
  search: SchoolsSearch
  onRefine: ListProps['onSearch']
}): ReactNode {
  const download = useExport()
  return (
    <FilterBar
      onClear={
        hasFilters(search) ? () => onRefine({ q: undefined, state: undefined, active: undefined }) : undefined
      }
      end={
        <ExportButton
          isPending={download.isPending}
          onClick={() =>
            download.mutate(filterOf(search), { onSuccess: ({ filename, csv }) => saveFile(filename, csv) })
          }
        />
      }
    >
      <SearchField
        label="Search by name or city"
        value={search.q ?? ''}
        onChange={(q) => onRefine({ q: q || undefined })}
      />
      <NativeSelect
        aria-label="State"
        value={search.state ?? ''}
        data={[{ value: '', label: 'All states' }, ...stateCodes]}
        onChange={({ currentTarget }) => onRefine({ state: currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Active"
        value={search.active ?? ''}
        data={[
          { value: '', label: 'Active and deactivated' },
          { value: 'yes', label: 'Active' },
          { value: 'no', label: 'Deactivated' },
        ]}
        onChange={({ currentTarget }) => onRefine({ active: currentTarget.value || undefined })}
      />
    </FilterBar>
  )
}

const number = (count: number): string => count.toLocaleString('en-US')

const columns: readonly Column<SchoolRow & { logo: string | undefined }>[] = [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    render: ({ name, logo }) => <NameWithLogo src={logo} name={name} />,
  },
  {
    key: 'state',
    title: 'Where',
    sortable: true,
    render: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '—',
  },
  { key: 'programs', title: 'Programs', align: 'right', render: ({ programs }) => number(programs) },
  { key: 'students', title: 'Students', align: 'right', render: ({ students }) => number(students) },
  { key: 'proctors', title: 'Proctors', align: 'right', render: ({ proctors }) => number(proctors) },
  {
    key: 'administrators',
    title: 'Admins',
    align: 'right',
    render: ({ administrators }) => number(administrators),
  },
  {
    key: 'active',
    title: 'Status',
    render: ({ is_active }) =>
      is_active ? <StateBadge state="active" /> : <StateBadge state="inactive" label="Deactivated" />,
  },
]
