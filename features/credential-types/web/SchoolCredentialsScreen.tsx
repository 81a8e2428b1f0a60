import { Button, Group, Text } from '@mantine/core'
import { IconCertificate, IconPencil, IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { useSearchWords } from '#platform/web/kit/use-search.ts'
import { choiceParam, textParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { RequirementRow } from '../contract.ts'
import { validityInWords } from '../rules.ts'
import { OwnTypes } from './OwnTypes.tsx'
import { credentialTypes, useStopRequiring } from './queries.ts'

const RequirementDrawer = lazyDialog(
  () => import('./RequirementDrawer.tsx').then((m) => m.RequirementDrawer),
  {
    opened: false,
  },
)

const statuses = ['active', 'draft', 'retired', 'any'] as const
const statusLabels = { draft: 'Draft', active: 'Required', retired: 'No longer required' } as const
const people = { student: 'Students', proctor: 'Instructors', both: 'Students and instructors' } as const

const columns: Column<RequirementRow>[] = [
  {
    key: 'type',
    title: 'Credential',
    render: ({ type_name: name, is_mandatory: isMandatory }) => (
      <>
        {name}
        {!isMandatory && (
          <Text span size="xs" c="dimmed">
            {' '}
            optional
          </Text>
        )}
      </>
    ),
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
          ? `${row.due_weeks} weeks before the first shift`
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
    title: 'Required',
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
      <StateBadge
        state={row.status === 'retired' ? 'archived' : row.status}
        label={statusLabels[row.status]}
      />
    ),
  },
]

/** What a school, or a facility, asks of students and instructors: which credential, of whom, due when (Spec §2). */
export function SchoolCredentialsScreen(): ReactNode {
  const [search] = useSearchWords({ q: textParam, status: textParam })
  const setSearch = useSetSearch()
  const status = choiceParam(search.status, statuses) ?? 'active'
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
  const wanted = search.q?.trim().toLowerCase() ?? ''
  return (
    <>
      <Page
        title="Required credentials"
        width="wide"
        breadcrumbs={[
          isFacility
            ? { label: 'Credentials', href: '/facility/credentials' }
            : { label: 'Compliance', href: '/school/compliance' },
        ]}
        actions={add}
        query={query}
        failedTitle="We couldn’t load the requirements"
        empty={{
          title: 'No credentials required yet',
          description: isFacility
            ? 'Choose what students must have before they come to you.'
            : 'Choose what your students must have before a shift. Facilities add their own.',
          icon: IconCertificate,
          action: add,
        }}
        toolbar={
          <FilterBar onClear={search.q || search.status ? () => setSearch({}) : undefined}>
            <SearchField
              label="Search requirements"
              value={search.q ?? ''}
              onChange={(q) => setSearch({ ...search, q: q || undefined })}
            />
            <SegmentedFilter
              label="Status"
              value={status}
              options={[
                { value: 'active', label: 'Required' },
                { value: 'draft', label: 'Drafts' },
                { value: 'retired', label: 'No longer' },
                { value: 'any', label: 'All' },
              ]}
              onChange={(to) => setSearch({ ...search, status: to === 'active' ? undefined : to })}
            />
          </FilterBar>
        }
      >
        {(all) => (
          <>
            <DataTable
              label="Required credentials"
              rows={all.filter(
                (row) =>
                  (status === 'any' || row.status === status) &&
                  `${row.type_name} ${row.type_code} ${row.scope_name}`.toLowerCase().includes(wanted),
              )}
              columns={columns}
              rowKey={({ id }) => id}
              rowLabel={({ type_name: name, scope_name: where }) => `${name}, ${where}`}
              rowActions={(row) => [
                {
                  label: row.status === 'retired' ? 'Require again' : 'Change',
                  icon: IconPencil,
                  onClick: setEdited,
                },
                {
                  label: row.status === 'draft' ? 'Discard' : 'Stop requiring',
                  icon: IconPlayerStop,
                  onClick: ({ id }) => stop.mutate({ id }),
                  disabled: ({ status: now }) => now === 'retired' && 'It is no longer required.',
                },
              ]}
              empty={{ title: 'No requirements match', description: 'Try another search or status.' }}
            />
            <OwnTypes />
          </>
        )}
      </Page>
      <RequirementDrawer
        opened={edited !== undefined}
        requirement={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}
