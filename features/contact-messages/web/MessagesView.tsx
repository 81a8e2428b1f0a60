import { Text } from '@mantine/core'
import { IconMail, IconMailCheck, IconMailOpened } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { MessageFilter, MessageState, ReceivedMessage } from '../contract.ts'
import { stateLabels, topicLabels } from '../rules.ts'
import { MessageBadge } from './MessageBadge.tsx'
import { MessageDetails } from './MessageDetails.tsx'
import { contactMessages, useExportMessages, useMarkAnswered } from './queries.ts'

const filters: Filters<MessageFilter> = {
  search: searchText('Search messages', { any: 'Name, email, organization or message', param: 'q' }),
  state: tabs('Status', 'All', stateLabels),
}
const states = Object.keys(stateLabels) as MessageState[]

/** Messages from the contact page: search, read, answer and export. */
export function MessagesView(): ReactNode {
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const [{ show }, setSearch] = useSearchParams({ show: idParam })
  const hrefOf = useUrlWith('show')
  const query = useQuery(
    contactMessages.list.queryOptions({
      input: list.input,
      placeholderData: keepPreviousData,
      // A superadmin comes here right after a notification.
      staleTime: 10_000,
    }),
  )
  const mark = useMarkAnswered()
  const download = useExportMessages()
  const counts = query.data?.counts
  const actions = useActions<ReceivedMessage>(
    [
      { id: 'read', label: 'Read', icon: IconMailOpened, href: ({ id }) => hrefOf(id) },
      {
        id: 'answered',
        label: 'Mark as answered',
        icon: IconMailCheck,
        isBulk: true,
        isOffered: ({ answered_at: at }) => at === null,
        run: ({ id }) => mark.mutateAsync({ id, answered: true }),
        done: (rows) => (rows.length === 1 ? 'Marked as answered' : `${rows.length} marked as answered`),
        undo: ({ id }) => mark.mutateAsync({ id, answered: false }),
      },
      {
        id: 'not answered',
        label: 'Mark as not answered',
        icon: IconMail,
        isOffered: ({ answered_at: at }) => at !== null,
        run: ({ id }) => mark.mutateAsync({ id, answered: false }),
        done: () => 'Marked as not answered',
      },
    ],
    { nameOf: ({ name }) => name },
  )
  return (
    <>
      <List
        list={list}
        label="Messages"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={({ id }) => hrefOf(id)}
        actions={actions}
        options={{
          state: [
            { value: 'all', label: 'All', count: counts?.all },
            ...states.map((value) => ({ value, label: stateLabels[value], count: counts?.[value] })),
          ],
        }}
        exported={download}
        failedTitle="The messages couldn’t be loaded"
        empty={{
          title: 'No messages yet',
          description: 'What visitors write on the contact page appears here.',
        }}
      />
      {show && <MessageDetails id={show} onClose={() => setSearch({ show: undefined })} />}
    </>
  )
}

const columns: Column<ReceivedMessage>[] = [
  {
    key: 'from',
    title: 'From',
    file: ['Name', 'Email', 'Organization'],
    render: ({ name, read_at, answered_at }) => (
      <Text span size="sm" fw={read_at || answered_at ? 400 : 700}>
        {name}
      </Text>
    ),
  },
  {
    key: 'state',
    title: 'Status',
    file: ['Status', 'Answered', 'Answered by'],
    render: (row) => <MessageBadge message={row} />,
  },
  { key: 'topic', title: 'About', render: ({ topic }) => topicLabels[topic] },
  { key: 'message', title: 'Message', ellipsis: true, width: '35%', render: ({ message }) => message },
  { key: 'at', title: 'Received', render: ({ created_at }) => <RelativeTime value={created_at} /> },
]
