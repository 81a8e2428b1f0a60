import { Anchor, Button, Group, Text } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { permissionRequests } from './queries.ts'
import { requestName, useRequestActions } from './use-request-actions.ts'
import classes from './PendingRequests.module.css'

/** The permission requests that need the viewer's decision, longest waiting first, with buttons to decide. */
export function PendingRequests({ limit = 5 }: { limit?: number }): ReactNode {
  const query = useQuery({
    ...permissionRequests.list.queryOptions({ input: { view: 'to_decide' } }),
    refetchInterval: 60_000,
  })
  const actions = useRequestActions()
  const total = query.data?.total ?? 0
  return (
    <PageSection
      title="Permission requests"
      actions={
        <Anchor component={Link} href="/admin/permission-requests?view=all" size="sm">
          {total > limit ? `See all ${formatNumber(total)}` : 'All requests'}
        </Anchor>
      }
    >
      <Loaded
        query={query}
        skeleton={<Skeletons count={2} />}
        empty={{
          title: 'No requests need you',
          description: 'Requests from your team appear here.',
          compact: true,
          titleOrder: 3,
        }}
      >
        {({ rows }) => (
          <ul className={classes.list}>
            {rows.slice(0, limit).map((request) => {
              const words = requestName(request)
              return (
                <li key={request.id} className={classes.item}>
                  <div>
                    <Text fw={600} size="sm">
                      {words}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {request.justification} · {request.requester_name ?? 'Someone'},{' '}
                      <RelativeTime value={request.submitted_at ?? request.created_at} />
                    </Text>
                  </div>
                  <Group gap={6}>
                    <Button
                      size="xs"
                      aria-label={`Approve ${words}`}
                      onClick={() => actions.start(actions.approve, [request])}
                    >
                      Approve
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Decline ${words}`}
                      onClick={() => actions.start(actions.decline, [request])}
                    >
                      Decline
                    </Button>
                  </Group>
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
      {actions.dialog}
    </PageSection>
  )
}
