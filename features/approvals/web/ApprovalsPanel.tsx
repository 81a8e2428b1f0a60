import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { roleLabels } from '#core/roles.ts'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ApprovalsWithin } from '../contract.ts'
import { firstAdminHint } from '../messages.ts'
import { needsTenant } from '../rules.ts'
import { approvals } from './queries.ts'
import { useDecisions } from './use-decisions.tsx'
import classes from './ApprovalsPanel.module.css'

type ApprovalsPanelProps = {
  /** Which requests: all that the reader may decide, or those of the selected school or facilities. */
  within?: ApprovalsWithin
  title?: string
  /** 'plain' inside a container that already has a title. */
  look?: 'card' | 'plain'
  /** The most requests to show. */
  limit?: number
  /** The address of the complete list. */
  moreHref?: string
}

/** People waiting for the reader's approval, with the decision buttons: for dashboards and lists of people. */
export function ApprovalsPanel({
  within = 'all',
  title = 'Waiting for your approval',
  look = 'card',
  limit = 5,
  moreHref,
}: ApprovalsPanelProps): ReactNode {
  const query = useQuery({
    ...approvals.list.queryOptions({ input: { within, status: 'pending' } }),
    // Sign-ups arrive without any action here.
    refetchInterval: 60_000,
  })
  const { actions, approve, sendBack, decline, dialog } = useDecisions()
  const total = query.data?.total ?? 0
  return (
    <PageSection
      look={look}
      {...(look === 'card' && { title })}
      description={look === 'card' && total > 0 ? `${formatNumber(total)} pending` : undefined}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons count={2} />}
        empty={{
          title: 'No one is waiting',
          description: 'New sign-ups appear here.',
          icon: IconUserCheck,
          compact: true,
          titleOrder: 3,
        }}
      >
        {({ rows }) => (
          <ul className={classes.list}>
            {rows.slice(0, limit).map((request) => {
              const blocker = approve.blocker?.(request)
              const hint =
                blocker ||
                (needsTenant(request) &&
                  'Not in Placewell yet. You choose where they belong when you approve.') ||
                (request.is_first_admin && firstAdminHint)
              return (
                <li key={request.id} className={classes.item}>
                  <div className={classes.words}>
                    <Text fw={600} size="sm">
                      {request.full_name}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {roleLabels[request.role]}, {request.tenant_name ?? 'no school or facility named'} ·{' '}
                      {request.email} · <RelativeTime value={request.created_at} />
                    </Text>
                    {request.message && <p className={classes.said}>{request.message}</p>}
                    {hint && (
                      <Text size="xs" c="dimmed" mt={4}>
                        {hint}
                      </Text>
                    )}
                  </div>
                  <Group gap={6}>
                    <Button
                      size="xs"
                      disabled={Boolean(blocker)}
                      aria-label={`Approve ${request.full_name}`}
                      onClick={() => actions.start(approve, [request])}
                    >
                      Approve
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Send back to ${request.full_name}`}
                      onClick={() => actions.start(sendBack, [request])}
                    >
                      Send back
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Decline ${request.full_name}`}
                      onClick={() => actions.start(decline, [request])}
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
      {moreHref && total > limit && (
        <Anchor component={Link} href={moreHref} size="sm">
          See all {total}
        </Anchor>
      )}
      {dialog}
      {actions.dialog}
    </PageSection>
  )
}
