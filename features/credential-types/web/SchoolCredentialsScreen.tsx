import { howMany } from '#core/number-text.ts'
import { Button, Group } from '@mantine/core'
import { IconCertificate, IconPencil, IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { RequirementRow } from '../contract.ts'
import { validityInWords } from '../rules.ts'
import { OwnTypes } from './OwnTypes.tsx'
import { credentialTypes, useStopRequiring } from './queries.ts'
import { requirementStatus } from './type-labels.ts'

const RequirementDrawer = lazyDialog(
  () => import('./RequirementDrawer.tsx').then((m) => m.RequirementDrawer),
  {
    opened: false,
  },
)

const filters: Filters<{ q: string; status: string }> = {
  q: searchText('Search requirements'),
  status: tabs<string>(
    'Status',
    '',
    { active: 'Active', draft: 'Drafts', retired: 'No longer', any: 'All' },
    'active',
  ),
}
const people = { student: 'Students', proctor: 'Instructors', both: 'Students and instructors' } as const

const columns: Column<RequirementRow>[] = [
  {
    key: 'type',
    title: 'Credential',
    render: ({ type_name: name }) => name,
  },
  { key: 'who', title: 'Who', render: (row) => people[row.applies_to] },
  { key: 'where', title: 'In', render: (row) => row.scope_name },
  {
    key: 'due',
    title: 'Due',
    render: (row) =>
      row.due_date
        ? formatDate(row.due_date)
        : row.due_weeks
          ? `${howMany(row.due_weeks, 'week')} before the first shift`
          : 'Before the first shift',
  },
  {
    key: 'validity',
    title: 'Valid for',
    phone: 'hide',
    render: (row) => (row.validity ? validityInWords(row.validity) : 'As the type says'),
  },
  {
    key: 'since',
    title: 'Asked for',
    phone: 'hide',
    render: (row) =>
      row.active_to
        ? `${formatDate(row.active_from)} – ${formatDate(row.active_to)}`
        : `since ${formatDate(row.active_from)}`,
  },
  {
    key: 'status',
    title: 'Status',
    render: (row) => (
      <StateBadge state={row.status === 'retired' ? 'archived' : row.status} label={requirementStatus(row)} />
    ),
  },
]

/** What a school or a facility requires of students and instructors: which credential, of whom, due when (Spec §2). */
export function SchoolCredentialsScreen(): ReactNode {
  const list = useList(filters, { sorts: ['type'], hasOwnOrder: true })
  const { q = '', status = 'active' } = list.filter
  const query = useQuery(credentialTypes.requirements.queryOptions({ input: {} }))
  const stop = useStopRequiring()
  const [edited, setEdited] = useState<RequirementRow | 'new'>()
  const isFacility = useMe().role === 'facility_admin'
  const add = (
    <Group gap="xs">
      <LinkButton
        variant="default"
        href={isFacility ? '/facility/requirements/new-type' : '/school/compliance/credentials/new-type'}
      >
        New type
      </LinkButton>
      <Button leftSection={<IconCertificate size={18} aria-hidden />} onClick={() => setEdited('new')}>
        New requirement
      </Button>
    </Group>
  )
  const actions = useActions<RequirementRow>(
    [
      {
        id: 'change',
        label: 'Change',
        icon: IconPencil,
        isOffered: isAsked,
        open: ([row]) => setEdited(row),
      },
      {
        id: 'again',
        label: 'Require again',
        icon: IconPencil,
        isOffered: (row) => !isAsked(row),
        open: ([row]) => setEdited(row),
      },
      {
        id: 'discard',
        label: 'Discard',
        icon: IconPlayerStop,
        isOffered: (row) => row.status === 'draft',
        run: ({ id, version }) => stop.mutateAsync({ id, version }),
        tellsFailure: true,
      },
      {
        id: 'stop',
        label: 'Stop requiring',
        icon: IconPlayerStop,
        isOffered: (row) => row.status !== 'draft',
        blocker: (row) => !isAsked(row) && 'It is no longer required.',
        run: ({ id, version }) => stop.mutateAsync({ id, version }),
        tellsFailure: true,
      },
    ],
    { nameOf },
  )
  const wanted = q.trim().toLowerCase()
  const fitting = (rows: readonly RequirementRow[]) =>
    rows.filter(
      (row) =>
        (status === 'any' || row.status === status) &&
        `${row.type_name} ${row.type_code} ${row.scope_name}`.toLowerCase().includes(wanted),
    )
  const shown = pageOfRows(fitting(query.data ?? []), list)
  return (
    <>
      <ListPage
        title="Required credentials"
        breadcrumbs={[
          isFacility
            ? { label: 'Credentials', href: '/facility/credentials' }
            : { label: 'Compliance', href: '/school/compliance' },
        ]}
        buttons={add}
        list={list}
        label="Required credentials"
        query={query}
        rows={query.data && shown.rows}
        total={shown.total}
        page={shown.page}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        actions={actions}
        exported={{
          name: 'required-credentials',
          rows: async (asFile) => fitting(await credentialTypes.requirements.call({}, asFile)),
        }}
        failedTitle="The requirements couldn’t be loaded"
        empty={
          query.data?.length === 0
            ? () => ({
                title: 'No credentials required yet',
                description: isFacility
                  ? 'Choose what students must have before they come to you.'
                  : 'Choose what your students must have before a shift. Facilities add their own.',
                icon: IconCertificate,
                action: add,
              })
            : () => ({ title: 'No requirements match', description: 'Try another search or status.' })
        }
      >
        {query.data && query.data.length > 0 && <OwnTypes />}
      </ListPage>
      <RequirementDrawer
        opened={edited !== undefined}
        requirement={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}

const isAsked = ({ status }: RequirementRow): boolean => status !== 'retired'
const nameOf = ({ type_name: name, scope_name: where }: RequirementRow): string => `${name}, ${where}`
