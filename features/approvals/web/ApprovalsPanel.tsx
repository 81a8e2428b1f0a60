import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { wordsOf } from '#core/refusal.ts'
import { roleLabels } from '#core/roles.ts'
import { Link } from '#ui/Link.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { signupRefusals } from '../messages.ts'
import { approvalBlocker, needsPlace } from '../rules.ts'
import type { SignupRequest } from '../contract.ts'
import { approvals } from './queries.ts'
import { useDecisions } from './use-decisions.ts'
import classes from './ApprovalsPanel.module.css'

type ApprovalsPanelProps = {
  /** Which requests: all that the viewer may decide, or those of the school or facilities worked in. */
  within?: 'all' | 'school' | 'facility'
  title?: string
  /** 'plain' inside something that names it already. */
  look?: 'card' | 'plain'
  /** At most so many are shown. */
  limit?: number
  /** Where all of them stand. */
  moreHref?: string
}

const PlaceDialog = lazyDialog(() => import('./PlaceDialog.tsx').then((file) => file.PlaceDialog), {
  request: null,
})

/** Who waits for the viewer's approval, with the decision at hand: for dashboards and lists of people. */
export function ApprovalsPanel({
  within = 'all',
  title = 'Waiting for your approval',
  look = 'card',
  limit = 5,
  moreHref,
}: ApprovalsPanelProps): ReactNode {
  const query = useQuery({
    ...approvals.list.queryOptions({ input: { within, status: 'pending' } }),
    // Sign-ups come without anybody here doing something.
    refetchInterval: 60_000,
  })
  const decisions = useDecisions()
  const [placeFor, setPlaceFor] = useState<SignupRequest | null>(null)
  const total = query.data?.total ?? 0
  return (
    <PageSection
      look={look}
      {...(look === 'card' && { title })}
      description={look === 'card' && total > 0 ? `${total} pending` : undefined}
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
              const blocker = approvalBlocker(request)
              const problem = blocker && wordsOf(signupRefusals, blocker)
              const isPlaceMissing = needsPlace(request)
              return (
                <li key={request.id} className={classes.item}>
                  <div className={classes.words}>
                    <Text fw={600} size="sm">
                      {request.full_name}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {roleLabels[request.role]}, {request.place_name ?? 'no place named'} · {request.email} ·{' '}
                      <RelativeTime value={request.created_at} />
                    </Text>
                    {request.message && <p className={classes.said}>{request.message}</p>}
                    {problem && (
                      <Text size="xs" c="dimmed" mt={4}>
                        {problem}
                      </Text>
                    )}
                  </div>
                  <Group gap={6}>
                    <Button
                      size="xs"
                      disabled={problem !== null && !isPlaceMissing}
                      loading={decisions.isPending}
                      aria-label={`Approve ${request.full_name}`}
                      onClick={() => (isPlaceMissing ? setPlaceFor(request) : decisions.approve(request))}
                    >
                      Approve
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Send back to ${request.full_name}`}
                      onClick={() => decisions.sendBack(request)}
                    >
                      Send back
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Decline ${request.full_name}`}
                      onClick={() => decisions.decline(request)}
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
      <PlaceDialog request={placeFor} onClose={() => setPlaceFor(null)} onChoose={decisions.approve} />
    </PageSection>
  )
}
