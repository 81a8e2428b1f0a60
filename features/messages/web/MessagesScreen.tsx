import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam, textParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Audience, Message, Shown } from '../contract.ts'
import type { Party } from '../rules.ts'
import { MessageDialog } from './LazyMessageDialog.tsx'
import { messages, refetchWhileSending } from './queries.ts'
import { atWords, statusLabels } from './words.ts'

const MessageDetails = lazyDialog(() => import('./MessageDetails.tsx').then((m) => m.MessageDetails), {
  id: undefined,
})

const shownLabels: Record<Shown, string> = { scheduled: 'Scheduled', sent: 'Sent', not_sent: 'Not sent' }
const filters: Filters<{ search: string; show: Shown }> = {
  search: searchText('Search messages', { any: 'Subject or person', param: 'q' }),
  show: { ...tabs('Status', 'All', shownLabels), param: 'status' },
}
const about: Record<Party, string> = {
  school: 'Write to a roster, a cohort, a site or everyone, and see who has read it.',
  facility: 'Write to your partner schools, and see which have read it.',
  instructor: 'Write to the students on your shifts, and see who has read it.',
}

/** The messages of a school to its people, or of a facility to its partner schools. */
export function MessagesScreen(): ReactNode {
  const { role } = useMe()
  const school = useSchoolId()
  if (role === 'facility_admin') return <Messages party="facility" />
  if (role === 'proctor') return <Messages party="instructor" />
  if (school) return <Messages party="school" />
  return (
    <Page title="Messages">
      <EmptyState title="Which school?" description="Choose one above. Its messages appear here." />
    </Page>
  )
}

/** The audience of a link from a shift or a cohort: `?shifts=…` or `?cohorts=…`, with ids. */
function givenIn(
  { shifts, cohorts }: { shifts: string | undefined; cohorts: string | undefined },
  party: Party,
): Audience | undefined {
  const ids = (shifts ?? cohorts ?? '').split(',').flatMap((id) => idParam(id) ?? [])
  if (ids.length === 0) return undefined
  return shifts
    ? { kind: 'shifts', shift_ids: ids, with_instructors: party === 'school' }
    : { kind: 'cohorts', cohort_ids: ids }
}

function Messages({ party }: { party: Party }): ReactNode {
  const list = useList(filters, { sorts: ['created_at'], hasOwnOrder: true })
  const [{ show, shifts, cohorts }, setSearch] = useSearchParams({
    show: idParam,
    shifts: textParam,
    cohorts: textParam,
  })
  const hrefOf = useUrlWith('show')
  const [isWriting, setWriting] = useState(false)
  const [changed, change] = useState<ComponentProps<typeof MessageDialog>['changed']>()
  const given = givenIn({ shifts, cohorts }, party)
  const query = useQuery(
    messages.list.queryOptions({
      input: list.input,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => refetchWhileSending(state.data?.rows),
    }),
  )
  const writeButton = (
    <Button leftSection={<IconMessage size={18} aria-hidden />} onClick={() => setWriting(true)}>
      Write a message
    </Button>
  )
  return (
    <>
      <ListPage
        title="Messages"
        description={about[party]}
        buttons={writeButton}
        list={list}
        hasViews={false}
        label="Sent messages"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ title }) => title}
        rowHref={({ id }) => hrefOf(id)}
        exported={{
          name: 'messages',
          rows: (asFile, every) => every((page) => messages.list.call({ ...list.filter, ...page }, asFile)),
        }}
        failedTitle="The messages couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No messages match', description: 'Try other words, or clear the search.' }
            : { title: 'No messages yet', description: about[party], icon: IconMessage, action: writeButton }
        }
      />
      <MessageDialog
        opened={isWriting || given !== undefined || changed !== undefined}
        party={party}
        given={given}
        changed={changed}
        onClose={() => {
          setWriting(false)
          change(undefined)
          if (given) setSearch({ shifts: undefined, cohorts: undefined })
        }}
      />
      <MessageDetails
        id={show}
        onClose={() => setSearch({ show: undefined })}
        onChange={(message) => {
          setSearch({ show: undefined })
          change(message)
        }}
      />
    </>
  )
}

const columns: Column<Message>[] = [
  { key: 'title', title: 'Subject', render: ({ title }) => title },
  { key: 'to', title: 'To', render: ({ audience_name: name }) => name },
  {
    key: 'read',
    title: 'Read by',
    align: 'right',
    render: ({ status, have_read: read, recipients }) =>
      status === 'sent'
        ? `${read} of ${recipients}`
        : status === 'on_its_way'
          ? `On its way to ${recipients}`
          : '–',
  },
  { key: 'by', title: 'Sent by', phone: 'hide', render: ({ sender_name: name }) => name },
  {
    key: 'sent',
    title: 'Sent',
    render: (message) =>
      message.status === 'sent' || message.status === 'on_its_way' ? (
        <RelativeTime value={message.at} />
      ) : message.status === 'scheduled' ? (
        `Scheduled for ${atWords(message)}`
      ) : (
        statusLabels[message.status]
      ),
  },
]
