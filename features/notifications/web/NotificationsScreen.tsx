import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DataTable } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { AnnouncementDetails } from './AnnouncementDetails.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { audienceWords, reachWords } from './announcement-words.ts'
import { goingOut, notifications } from './queries.ts'
import classes from './NotificationsScreen.module.css'

const PAGE_SIZE = 20

export type NotificationsSearch = { q?: string; page?: number; show?: string }

/** Where the superadmin writes to many, and sees what was written (Spec §2, /admin/notifications). */
export function NotificationsScreen(): ReactNode {
  const { q = '', page = 1, show } = useSearch({ strict: false }) as NotificationsSearch
  const navigate = useNavigate()
  const go = (search: NotificationsSearch) =>
    void navigate({ to: '.', search: search as never, resetScroll: false })
  const query = useQuery(
    notifications.listBroadcasts.queryOptions({
      input: { search: q, page, page_size: PAGE_SIZE },
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => goingOut(state.data?.rows),
    }),
  )
  const here = { ...(q && { q }), ...(page > 1 && { page }) }
  return (
    <Page
      title="Notifications"
      description="Write to everybody of a role, to a school or to one person."
      width="wide"
    >
      <div className={classes.columns}>
        <PageSection title="Send a notification">
          <AnnouncementForm />
        </PageSection>
        <PageSection title="Sent" look="plain">
          <Stack gap="md">
            <FilterBar onClear={q ? () => go({}) : undefined}>
              <SearchField
                label="Search what was sent"
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
                  title: 'E-mail',
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
                      description: 'What you send appears here, with how many have read it.',
                    }
              }
            />
          </Stack>
        </PageSection>
      </div>
      {show && <AnnouncementDetails id={show} onClose={() => go(here)} />}
    </Page>
  )
}
