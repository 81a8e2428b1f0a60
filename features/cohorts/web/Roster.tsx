import { Group, Text } from '@mantine/core'
import { IconArrowsExchange, IconUserMinus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { day, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Cohort, Membership } from '../contract.ts'
import { changeBlocker, endReasonLabels, invitedHref, rosterDay, spanWords } from '../rules.ts'
import { cohorts } from './queries.ts'

const ChangeStudentsDialog = lazyDialog(
  () => import('./ChangeStudentsDialog.tsx').then((m) => m.ChangeStudentsDialog),
  { opened: false },
)

type RosterFilter = { q: string; on: string }
const filters: Filters<RosterFilter> = {
  q: searchText('Search the roster'),
  on: { ...day('Who was in it on'), any: 'As of…' },
}
const order = { sorts: ['full_name'], pageSize: 50 } as const

/** The members of a cohort on a day: today or its first day, or any other. Administrators move students from here. */
export function Roster({ cohort, isAdministrator }: { cohort: Cohort; isAdministrator: boolean }): ReactNode {
  const list = useList(filters, order)
  const [changing, setChanging] = useState<{
    what: 'move' | 'end'
    rows: readonly Membership[]
    onDone?: (() => void) | undefined
  }>()
  const first = rosterDay(cohort)
  const { q = '', on = first } = list.filter
  const isOther = on !== first
  const query = useQuery({
    ...cohorts.roster.queryOptions({ input: { id: cohort.id, ...(on && { on }) } }),
    placeholderData: keepPreviousData,
  })
  const fitting = (rows: readonly Membership[]) =>
    rows.filter(({ full_name, student_number, email }) =>
      [full_name, student_number, email].some((text) => text?.toLowerCase().includes(q.toLowerCase())),
    )
  const found = fitting(query.data ?? [])
  const shown = pageOfRows(found, list)
  const mayChange = isAdministrator && !isOther && changeBlocker(cohort) === null
  const kit = useActions<Membership>(
    mayChange
      ? [
          {
            id: 'move',
            label: 'Move to a cohort',
            icon: IconArrowsExchange,
            isBulk: true,
            open: (rows, onDone) => setChanging({ what: 'move', rows, onDone }),
          },
          {
            id: 'end',
            label: 'Remove from cohort',
            icon: IconUserMinus,
            danger: true,
            isBulk: true,
            open: (rows, onDone) => setChanging({ what: 'end', rows, onDone }),
          },
        ]
      : [],
    { nameOf: ({ full_name: name }) => name, idOf: ({ student_id: id }) => id },
  )
  return (
    <>
      <List
        list={list}
        hasViews={false}
        end={
          <Text component="output" size="sm" c="dimmed">
            {query.data &&
              `${formatNumber(query.data.length)} ${query.data.length === 1 ? 'student' : 'students'} ${on ? `on ${formatDate(on)}` : 'in all'}`}
          </Text>
        }
        label="Roster"
        query={query}
        rows={query.data && shown.rows}
        total={shown.total}
        page={shown.page}
        columns={isOther || !on ? [...columns, endColumn] : columns}
        rowKey={({ student_id }) => student_id}
        rowLabel={({ full_name }) => full_name}
        rowHref={({ student_id, is_here, to_date }) =>
          is_here && (isAdministrator || to_date === null) ? `/school/students/${student_id}` : undefined
        }
        actions={kit}
        all={{ most: found.length, load: () => Promise.resolve(found) }}
        exported={{
          name: 'roster',
          rows: async (asFile) =>
            fitting(await cohorts.roster.call({ id: cohort.id, ...(on && { on }) }, asFile)),
        }}
        failedTitle="The roster couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No matching people', description: 'Try another name, or another day.' }
            : {
                title: cohort.invited_count
                  ? `No one yet, ${formatNumber(cohort.invited_count)} invited`
                  : 'No one yet',
                ...(isAdministrator &&
                  on && {
                    description:
                      'Move students who have no cohort into it, or import a roster that names it.',
                    action: cohort.invited_count ? (
                      <LinkButton href={invitedHref(cohort)}>See who is invited</LinkButton>
                    ) : (
                      <Group justify="center" gap="xs">
                        <LinkButton href="/school/students?cohort=none" variant="default">
                          See students in no cohort
                        </LinkButton>
                        <LinkButton href="/school/students?view=import">Import students</LinkButton>
                      </Group>
                    ),
                  }),
              }
        }
      />
      <ChangeStudentsDialog
        opened={changing !== undefined}
        what={changing?.what ?? 'move'}
        students={(changing?.rows ?? []).map(({ student_id: id, membership_id: membershipId }) => ({
          id,
          membershipId,
        }))}
        schoolId={cohort.school_id}
        onClose={() => setChanging(undefined)}
        onDone={() => changing?.onDone?.()}
      />
    </>
  )
}

const columns: Column<Membership>[] = [
  {
    key: 'name',
    title: 'Student',
    render: ({ full_name }) => (
      <Text span fw={600} size="sm">
        {full_name}
      </Text>
    ),
  },
  { key: 'number', title: 'Student ID', render: ({ student_number }) => student_number ?? '—' },
  { key: 'email', title: 'Email', phone: 'hide', render: ({ email }) => email ?? '—' },
  {
    key: 'status',
    title: 'Account',
    render: ({ status, is_here }) => (is_here && status ? <StateBadge state={status} /> : 'Left the school'),
  },
  { key: 'stay', title: 'In this cohort', render: (stay) => spanWords(stay) },
  {
    key: 'graduation',
    title: 'Graduates',
    phone: 'hide',
    render: ({ graduation_date }) => (graduation_date ? formatDate(graduation_date) : '—'),
  },
]
const endColumn: Column<Membership> = {
  key: 'end',
  title: 'Then',
  render: ({ end_reason }) => (end_reason ? endReasonLabels[end_reason] : '—'),
}
