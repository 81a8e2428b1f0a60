import { Button, Group } from '@mantine/core'
import { IconPlus, IconSchool } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { LazyImportFile } from '#features/imports/web/public.ts'
import { NameWithLogo, useLogos } from '#features/logos/web/public.ts'
import { choice, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { SchoolFilter, SchoolRow } from '../contract.ts'
import { schools, useExport } from './queries.ts'
import { useSchoolActions } from './use-school-actions.ts'
import { stateCodes } from './zones.ts'

const SchoolDrawer = lazyDialog(() => import('./SchoolDrawer.tsx').then((m) => m.SchoolDrawer), {
  opened: false,
})
const ProfilesView = lazy(() => import('./ProfilesView.tsx').then((m) => ({ default: m.ProfilesView })))

const views = ['schools', 'profiles', 'import'] as const
const tabs = [
  { value: 'schools', label: 'Schools' },
  { value: 'profiles', label: 'Regulatory profiles' },
  { value: 'import', label: 'Import' },
] as const

/** /admin/schools: every school with its people, board rules, and the import of a national file (Spec §2). */
export function SchoolsScreen(): ReactNode {
  const [{ view = 'schools' }] = useSearchParams({
    view: (value: unknown) => choiceParam(value, views),
  })
  const setSearch = useSetSearch()
  const router = useRouter()
  const [isCreating, setCreating] = useState(false)
  return (
    <Page
      title="Schools"
      description="Schools of nursing, what their boards require, and who belongs to them"
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
            onChange={(next) => setSearch({ view: next === 'schools' ? undefined : next }, false)}
          />
        </Group>
      }
    >
      {view === 'schools' && <Schools />}
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

const filters: Filters<SchoolFilter> = {
  search: searchText('Search schools', { any: 'Name or city', param: 'q' }),
  state: choice(
    'State',
    'All states',
    Object.fromEntries(stateCodes.map((code) => [code, code])) as Record<string, string>,
  ),
  active: choice('Active', 'Active and deactivated', { yes: 'Active', no: 'Deactivated' }),
}
const sorts = ['name', 'state', 'created_at'] as const

function Schools(): ReactNode {
  const list = useList(filters, { sorts })
  const query = useQuery({
    ...schools.list.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
  })
  const logos = useLogos(query.data?.rows.map(({ id }) => id) ?? [])
  const actions = useSchoolActions<Row>()
  const download = useExport()
  return (
    <List
      list={list}
      label="Schools"
      query={query}
      rows={query.data?.rows.map((row) => ({ ...row, logo: logos.get(row.id) }))}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rowHref={({ id }) => `/admin/schools/${id}`}
      actions={actions}
      exported={download}
      failedTitle="The schools couldn’t be loaded"
      empty={{
        title: 'No schools yet',
        description: 'Create the first one, or import the national file.',
        icon: IconSchool,
      }}
    />
  )
}

type Row = SchoolRow & { logo: string | undefined }
const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    render: ({ name, logo }) => <NameWithLogo src={logo} name={name} />,
  },
  {
    key: 'state',
    title: 'Where',
    file: ['City', 'State'],
    sortable: true,
    render: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '—',
  },
  { key: 'programs', title: 'Programs', align: 'right', render: ({ programs }) => formatNumber(programs) },
  { key: 'students', title: 'Students', align: 'right', render: ({ students }) => formatNumber(students) },
  { key: 'proctors', title: 'Proctors', align: 'right', render: ({ proctors }) => formatNumber(proctors) },
  {
    key: 'administrators',
    title: 'Admins',
    file: ['Administrators'],
    align: 'right',
    render: ({ administrators }) => formatNumber(administrators),
  },
  {
    key: 'active',
    title: 'Status',
    file: ['Active'],
    render: ({ is_active }) =>
      is_active ? <StateBadge state="active" /> : <StateBadge state="inactive" label="Deactivated" />,
  },
]
