import { Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { MessagesView } from '#features/contact-messages/web/public.ts'
import { type Filters, searchText } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam, idParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Broadcast } from '../contract.ts'
import { audienceText, reachText } from './announcement-texts.ts'
import { sendingPollInterval, notifications } from './queries.ts'
import classes from './NotificationsScreen.module.css'

const AnnouncementForm = lazy(() =>
  import('./AnnouncementForm.tsx').then((file) => ({ default: file.AnnouncementForm })),
)
const AnnouncementDetails = lazyDialog(
  () => import('./AnnouncementDetails.tsx').then((file) => file.AnnouncementDetails),
  { id: undefined },
)

/** Where the superadmin sends announcements, sees those that were sent, and reads visitors' messages (Spec §2, /admin/notifications). */
export function NotificationsScreen(): ReactNode {
  const [{ view }] = useSearchParams({ view: (value) => choiceParam(value, ['messages']) })
  const setSearch = useSetSearch()
  return (
    <Page
      title="Notifications"
      description={
        view
          ? 'What visitors wrote on the contact page.'
          : 'Write to everyone in a role, to a school or to one person.'
      }
      width="wide"
      toolbar={
        <Group>
          <SegmentedFilter
            label="View"
            value={view ?? 'announcements'}
            options={[
              { value: 'announcements', label: 'Announcements' },
              { value: 'messages', label: 'Messages to Placewell' },
            ]}
            onChange={(chosen) => setSearch(chosen === 'messages' ? { view: 'messages' } : {}, false)}
          />
        </Group>
      }
    >
      {view ? (
        <Suspense fallback={<Skeletons shape="table" />}>
          <MessagesView />
        </Suspense>
      ) : (
        <Announcements />
      )}
    </Page>
  )
}

const filters: Filters<{ search: string }> = {
  search: searchText('Search sent announcements', { any: 'Text, school, person', param: 'q' }),
}

function Announcements(): ReactNode {
  const list = useList(filters, { sorts: ['created_at'], hasOwnOrder: true, pageSize: 20 })
  const [{ show }, setSearch] = useSearchParams({ show: idParam })
  const hrefOf = useUrlWith('show')
  const query = useQuery(
    notifications.listBroadcasts.queryOptions({
      input: list.input,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => sendingPollInterval(state.data?.rows),
    }),
  )
  return (
    <>
      <div className={classes.columns}>
        <PageSection title="Send a notification">
          <Suspense fallback={<Skeletons shape="form" />}>
            <AnnouncementForm />
          </Suspense>
        </PageSection>
        <PageSection title="Sent" look="plain">
          <List
            list={list}
            hasViews={false}
            label="Sent notifications"
            query={query}
            rows={query.data?.rows}
            total={query.data?.total}
            columns={columns}
            rowKey={({ id }) => id}
            rowLabel={({ title }) => title}
            rowHref={({ id }) => hrefOf(id)}
            failedTitle="The announcements couldn’t be loaded"
            empty={(isNarrowed) =>
              isNarrowed
                ? { title: 'No announcements match', description: 'No announcement contains these words.' }
                : {
                    title: 'Nothing sent yet',
                    description: 'Announcements you send appear here, with how many people have read them.',
                  }
            }
          />
        </PageSection>
      </div>
      <AnnouncementDetails id={show} onClose={() => setSearch({ show: undefined })} />
    </>
  )
}

const columns: Column<Broadcast>[] = [
  { key: 'title', title: 'Title', render: ({ title }) => title },
  { key: 'to', title: 'To', render: audienceText },
  { key: 'reached', title: 'Reached', align: 'right', render: reachText },
  {
    key: 'email',
    title: 'Email',
    phone: 'hide',
    render: ({ by_email: isMailed }) => (isMailed ? 'Yes' : 'No'),
  },
  { key: 'sent', title: 'Sent', render: ({ created_at: at }) => <RelativeTime value={at} /> },
]
