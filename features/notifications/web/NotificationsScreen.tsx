import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { MessagesView } from '#features/contact-messages/web/public.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { audienceWords, reachWords } from './announcement-words.ts'
import { goingOut, notifications } from './queries.ts'
import classes from './NotificationsScreen.module.css'

const AnnouncementDetails = lazyDialog(
  () => import('./AnnouncementDetails.tsx').then((file) => file.AnnouncementDetails),
  { id: undefined },
)

const PAGE_SIZE = 20

export type NotificationsSearch = {
  view?: 'messages'
  q?: string
  state?: string
  page?: number
  show?: string
}

/** Where the superadmin writes to many, sees what was written, and reads what visitors write (Spec §2, /admin/notifications). */
export function NotificationsScreen(): ReactNode {
  const { view, ...search } = useSearch({ from: '/_app/admin/notifications' })
  const navigate = useNavigate()
  const go = (next: NotificationsSearch) =>
    void navigate({ to: '.', search: next as never, resetScroll: false })
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
            onChange={(chosen) => go(chosen === 'messages' ? { view: 'messages' } : {})}
          />
        </Group>
      }
    >
      {view ? (
        <Suspense fallback={<Skeletons shape="table" />}>
          <MessagesView />
        </Suspense>
      ) : (
        <Announcements search={search} go={go} />
      )}
    </Page>
  )
}

type AnnouncementsProps = { search: NotificationsSearch; go: (next: NotificationsSearch) => void }

function Announcements({ search: { q = '', page = 1, show }, go }: AnnouncementsProps): ReactNode {
  const query = useQuery(
    notifications.listBroadcasts.queryOptions({
      input: { search: q, page, page_size: PAGE_SIZE },
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => goingOut(state.data?.rows),
    }),
  )
  const here = { ...(q && { q }), ...(page > 1 && { page }) }
  return (
    <>
      <div className={classes.columns}>
        <PageSection title="Send a notification">
          <AnnouncementForm />
        </PageSection>
        <PageSection title="Sent" look="plain">
          <Stack gap="md">
            <FilterBar onClear={q ? () => go({}) : undefined}>
              <SearchField
                label="Search sent announcements"
                placeholder="Title, message, school or person"
                value={q}
                onChange={(typed) => go(typed ? { q: typed } : {})}
              />
            </FilterBar>
            <DataTable
              label="Sent notifications"
              rows={query.data?.rows}
              isLoading={query.isFetching}
              rowKey={({ id }) => id}
              rowLabel={({ title }) => title}
              rowHref={({ id }) =>
                `?${new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }), show: id })}`
              }
              columns={[
                { key: 'title', title: 'Title', render: ({ title }) => title },
                { key: 'to', title: 'To', render: audienceWords },
                {
                  key: 'reached',
                  title: 'Reached',
                  align: 'right',
                  render: reachWords,
                },
                {
                  key: 'email',
                  title: 'Email',
                  phone: 'hide',
                  render: ({ by_email }) => (by_email ? 'Yes' : 'No'),
                },
                {
                  key: 'sent',
                  title: 'Sent',
                  render: ({ created_at }) => <RelativeTime value={created_at} />,
                },
              ]}
              page={page}
              pageSize={PAGE_SIZE}
              total={query.data?.total || undefined}
              onPageChange={(next) => go({ ...(q && { q }), ...(next > 1 && { page: next }) })}
              empty={
                q
                  ? { title: 'Nothing found', description: 'No notification has these words.' }
                  : {
                      title: 'Nothing sent yet',
                      description: 'Announcements you send appear here, with how many people have read them.',
                    }
              }
            />
          </Stack>
        </PageSection>
      </div>
      <AnnouncementDetails id={show} onClose={() => go(here)} />
    </>
  )
}
