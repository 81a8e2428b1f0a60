import { Drawer, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { refusalMessage } from '#core/refusal.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { changeLabels, permissionFacts } from '#features/permissions/rules.ts'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { requestRefusals } from '../messages.ts'
import { decisionBlocker } from '../rules.ts'
import { permissionRequests } from './queries.ts'
import { useRequestActions } from './use-request-actions.ts'

/** One request: what it asks for, what that would open, its outcome, and buttons to decide. */
export function RequestDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }): ReactNode {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      title="Permission request"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {id !== undefined && <Details id={id} />}
    </Drawer>
  )
}

function Details({ id }: { id: string }): ReactNode {
  const me = useMe()
  const query = useQuery({ ...permissionRequests.get.queryOptions({ input: { id } }), staleTime: 0 })
  const actions = useRequestActions()
  return (
    <Loaded query={query} failedTitle="The request couldn’t be loaded">
      {(request) => {
        const blocker =
          request.status === 'submitted' && !request.may_decide
            ? decisionBlocker(request, { id: me.id, role: me.role }, false)
            : null
        return (
          <Stack>
            <Group gap="sm">
              <StateBadge state={request.status} />
            </Group>
            <KeyValue
              items={[
                { label: 'For', value: request.target_name ?? 'Someone outside your facility' },
                { label: 'Permission', value: permissionLabels[request.permission] },
                { label: 'Facility', value: request.facility_name },
                { label: 'What it allows', value: permissionFacts[request.permission].allows },
                { label: 'Needed for', value: request.justification },
                { label: 'Requested by', value: request.requester_name ?? 'Someone outside your facility' },
                {
                  label: 'Last day',
                  value: request.expires_on ? formatDate(request.expires_on) : 'Until someone ends it',
                },
                ...(request.auto_review_on
                  ? [{ label: 'Review on', value: formatDate(request.auto_review_on) }]
                  : []),
                ...(request.decided_at
                  ? [
                      {
                        label: 'Decided',
                        value: (
                          <>
                            {request.decided_by_name ?? 'Someone outside your facility'},{' '}
                            <RelativeTime value={request.decided_at} />
                          </>
                        ),
                      },
                    ]
                  : []),
                ...(request.decision_note ? [{ label: 'Note', value: request.decision_note }] : []),
              ]}
            />
            {blocker && (
              <Banner kind="info" title={refusalMessage(requestRefusals, blocker)}>
                {permissionFacts[request.permission].decides}
              </Banner>
            )}
            <Group justify="flex-end">
              {actions.buttonsOf(request, request.may_decide ? 'approve' : 'send')}
              {actions.dialog}
            </Group>
            <PageSection title="History" look="plain" titleOrder={3}>
              <Timeline
                label="History of the request"
                most={100}
                events={request.events.map((event) => ({
                  id: String(event.id),
                  title: changeLabels[event.to_status] ?? event.to_status,
                  by: event.actor_name ?? 'Placewell',
                  at: event.at,
                  note: event.reason && `“${event.reason}”`,
                  state: event.to_status,
                }))}
              />
            </PageSection>
          </Stack>
        )
      }}
    </Loaded>
  )
}
