import { Stack, Text } from '@mantine/core'
import { IconMail, IconMailCheck, IconMailOpened } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { saveFile } from '#platform/web/save-file.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { MessageState, ReceivedMessage } from '../contract.ts'
import { stateLabels, topicLabels } from '../rules.ts'
import { MessageBadge } from './MessageBadge.tsx'
import { MessageDetails } from './MessageDetails.tsx'
import { contactMessages, useExportMessages, useSetAnswered } from './queries.ts'

const PAGE_SIZE = 20
const states = Object.keys(stateLabels) as MessageState[]

/** What the address says of the list: words, state, page, and which message is open. */
export type MessagesSearch = { q?: string; state?: string; page?: number; show?: string }

type MessagesViewProps = { search: MessagesSearch; onSearch: (search: MessagesSearch) => void }

/** What visitors wrote on the contact page: to be searched, read, answered and taken along as a file. */
export function MessagesView({ search, onSearch }: MessagesViewProps): ReactNode {
  const { q = '', page = 1, show } = search
  const state = states.find((each) => each === search.state)
  const filter = { search: q, ...(state && { state }) }
  const query = useQuery(
    contactMessages.list.queryOptions({
      input: { ...filter, page, page_size: PAGE_SIZE },
      placeholderData: keepPreviousData,
      // A superadmin comes here because a message has just been announced.
      staleTime: 10_000,
    }),
  )
  const setAnswered = useSetAnswered()
  const download = useExportMessages()
  const go = (change: { [Key in keyof MessagesSearch]: MessagesSearch[Key] | undefined }) =>
    onSearch(
      Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)),
    )
  const refine = (change: { q?: string | undefined; state?: string | undefined }) =>
    go({ ...change, page: undefined, show: undefined })
  const counts = query.data?.counts

  const actionsOf = (row: ReceivedMessage): RowAction<ReceivedMessage>[] => [
    { label: 'Read', icon: IconMailOpened, onClick: ({ id }) => go({ show: id }) },
    row.answered_at
      ? {
          label: 'Mark as not answered',
          icon: IconMail,
          onClick: ({ id }) => setAnswered.mutate({ id, answered: false }),
        }
      : {
          label: 'Mark as answered',
          icon: IconMailCheck,
          onClick: ({ id }) => setAnswered.mutate({ id, answered: true }),
        },
  ]

  return (
    <Stack gap="md">
      <FilterBar
        onClear={q || state ? () => refine({ q: undefined, state: undefined }) : undefined}
        end={
          <ExportButton
            isPending={download.isPending}
            disabled={query.data?.total === 0}
            onClick={() =>
              download.mutate(filter, { onSuccess: ({ filename, csv }) => saveFile(filename, csv) })
            }
          />
        }
      >
        <SearchField
          label="Search messages"
          placeholder="Name, email, organization or message"
          value={q}
          onChange={(typed) => refine({ q: typed || undefined })}
        />
        <SegmentedFilter<MessageState | 'all'>
          label="Status"
          value={state ?? 'all'}
          options={[
            { value: 'all', label: 'All', count: counts?.all },
            ...states.map((value) => ({
              value,
              label: stateLabels[value],
              count: counts?.[value],
            })),
          ]}
          onChange={(value) => refine({ state: value === 'all' ? undefined : value })}
        />
      </FilterBar>
      <ListTable
        query={query}
        failedTitle="The messages could not be loaded"
        label="Messages"
        rows={query.data?.rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={({ id }) =>
          `?${new URLSearchParams({ view: 'messages', ...(q && { q }), ...(state && { state }), ...(page > 1 && { page: String(page) }), show: id })}`
        }
        rowActions={actionsOf}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={(next) => go({ page: next > 1 ? next : undefined })}
        empty={
          q || state
            ? { title: 'No message fits', description: 'Try other words, or another state.' }
            : {
                title: 'No messages yet',
                description: 'What visitors write on the contact page appears here.',
              }
        }
      />
      {show && <MessageDetails id={show} onClose={() => go({ show: undefined })} />}
    </Stack>
  )
}

const columns: Column<ReceivedMessage>[] = [
  {
    key: 'from',
    title: 'From',
    render: ({ name, read_at, answered_at }) => (
      <Text span size="sm" fw={read_at || answered_at ? 400 : 700}>
        {name}
      </Text>
    ),
  },
  { key: 'state', title: 'Status', render: (row) => <MessageBadge message={row} /> },
  { key: 'topic', title: 'About', render: ({ topic }) => topicLabels[topic] },
  { key: 'message', title: 'Message', ellipsis: true, width: '35%', render: ({ message }) => message },
  { key: 'at', title: 'Received', render: ({ created_at }) => <RelativeTime value={created_at} /> },
]
