import { Badge, Group, Text } from '@mantine/core'
import { IconBan, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, formatInstant, ownZone, todayIn } from '#core/plain-date.ts'
import { type RefusalIn, refusalMessage } from '#core/refusal.ts'
import { invitableRoles, roleLabels } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { choice, type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Invitation, InvitationFilter, InvitationState } from '../contract.ts'
import { invitationRefusals } from '../messages.ts'
import { resendBlocker, revokeBlocker } from '../rules.ts'
import { invitationLists, invitations } from './queries.ts'

type InvitationsViewProps = {
  within: 'school' | 'facility' | 'facilities'
  /** The action in the empty list. */
  invite: ReactNode
}

const reason = (blocker: RefusalIn<typeof invitationRefusals> | null): string | false =>
  blocker ? refusalMessage(invitationRefusals, blocker) : false
const sorts = ['sent_at', 'email', 'expires_at'] as const
const stateLabels: Record<InvitationState, string> = {
  sent: 'Sent',
  opened: 'Opened',
  expired: 'Expired',
  accepted: 'Accepted',
  revoked: 'Revoked',
}
const shownLabels = { open: 'Open', ...stateLabels }
/** The kit's colors for states it does not name: both are still pending. */
const badgeOf: Record<InvitationState, string> = {
  sent: 'invited',
  opened: 'in_review',
  expired: 'expired',
  accepted: 'accepted',
  revoked: 'revoked',
}

const states = Object.keys(shownLabels) as (keyof typeof shownLabels)[]
const nameOf = ({ email }: Invitation): string => email

/** The filters of a school's invitations include the role; a facility's all have one role. */
function filtersFor(roles: readonly InvitationFilter['role'][]): Filters<InvitationFilter> {
  const labels = Object.fromEntries(roles.map((role) => [role, role === 'all' ? '' : roleLabels[role]]))
  return {
    q: searchText('Search invitations'),
    role: {
      ...choice('Role', 'All roles', labels as Record<Invitation['role'], string>),
      ...(roles.length === 0 && { kind: 'none' as const }),
    },
    state: { ...tabs('Status', 'All', shownLabels), param: 'status' },
  }
}

/** The invitations of a school or facility: who hasn't accepted, why, and the actions. */
export function InvitationsView({ within, invite }: InvitationsViewProps): ReactNode {
  const { role: ownRole } = useMe()
  const filters = useMemo(
    () =>
      filtersFor(
        within === 'school' ? invitableRoles(ownRole).filter((role) => role !== 'facility_admin') : [],
      ),
    [within, ownRole],
  )
  const list = useList(filters, { sorts, dir: 'desc' })
  const { page_size: _, ...input } = list.input
  const query = useQuery({
    ...invitations.list.queryOptions({ input: { within, ...input } }),
    placeholderData: keepPreviousData,
  })
  const resend = useMutation({
    ...invitations.resend.mutationOptions(),
    meta: { quiet: true, touches: invitationLists },
  })
  const revoke = useMutation({
    ...invitations.revoke.mutationOptions(),
    meta: { quiet: true, touches: invitationLists },
  })
  const send = ({ id }: Invitation) => resend.mutateAsync({ id, idempotency_key: crypto.randomUUID() })
  const notYours = ({ role }: Invitation) =>
    invitableRoles(ownRole).includes(role) ? null : 'Your role can’t invite this role.'
  const actions = useActions<Invitation>(
    [
      {
        id: 'send again',
        label: 'Send again',
        icon: IconSend,
        isBulk: true,
        blocker: (row) => notYours(row) ?? reason(resendBlocker(row.state)),
        run: send,
        done: (rows) =>
          rows.length === 1 ? 'Invitation sent again' : `${formatNumber(rows.length)} invitations sent again`,
      },
      {
        id: 'revoke',
        label: 'Revoke',
        icon: IconBan,
        danger: true,
        isBulk: true,
        blocker: (row) => notYours(row) ?? reason(revokeBlocker(row.state)),
        ask: (rows) => ({
          title:
            rows.length === 1
              ? `Revoke the invitation to ${rows[0]!.email}?`
              : `Revoke ${formatNumber(rows.length)} invitations?`,
          body: 'The link in the email stops working. You can send the invitation again at any time.',
          confirmLabel: rows.length === 1 ? 'Revoke invitation' : 'Revoke invitations',
        }),
        run: ({ id }) => revoke.mutateAsync({ id }),
        done: (rows) =>
          rows.length === 1 ? 'Invitation revoked' : `${formatNumber(rows.length)} invitations revoked`,
        undo: send,
        undoLabel: 'Send again',
      },
    ],
    { nameOf },
  )

  const columns: Column<Invitation>[] = [
    {
      key: 'email',
      title: 'Person',
      sortable: true,
      file: ['Name', 'Email'],
      text: ({ full_name: name, email }) => [name, email],
      render: (row) => (
        <div>
          <Text fw={600} size="sm">
            {row.full_name ?? row.email}
          </Text>
          {row.full_name && (
            <Text size="xs" c="dimmed">
              {row.email}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'role',
      title: within !== 'school' ? 'Facility' : 'Role',
      render: (row) => (within !== 'school' ? row.tenant_name : roleLabels[row.role]),
    },
    {
      key: 'state',
      title: 'Status',
      render: (row) => (
        <Group gap={6}>
          <StateBadge state={badgeOf[row.state]} label={stateLabels[row.state]} />
          {row.renewal_asked_at && row.state === 'expired' && (
            <Badge color="orange" variant="light">
              Requested a new invitation
            </Badge>
          )}
          {row.mail === 'failed' && (
            <Badge color="red" variant="light">
              Mail not delivered
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'sent_at',
      title: 'Sent',
      sortable: true,
      file: ['Sent', 'Times sent', 'Sent by'],
      text: ({ sent_at: at, resend_count: again, invited_by_name: by }) => [
        formatInstant(at, ownZone()),
        again + 1,
        by,
      ],
      render: (row) => (
        <>
          <RelativeTime value={row.sent_at} />
          <Text size="xs" c="dimmed">
            {[
              row.resend_count > 0 && `${row.resend_count + 1} times`,
              row.invited_by_name && `by ${row.invited_by_name}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </Text>
        </>
      ),
    },
    {
      key: 'expires_at',
      title: 'Expires',
      sortable: true,
      render: (row) =>
        row.state === 'accepted' || row.state === 'revoked'
          ? '–'
          : formatDate(todayIn(ownZone(), Date.parse(row.expires_at))),
    },
  ]

  const counts = query.data?.counts
  return (
    <List
      list={list}
      label="Invitations"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={nameOf}
      actions={actions}
      options={{
        state: [
          { value: 'all', label: 'All', count: counts?.all },
          ...states.map((value) => ({ value, label: shownLabels[value], count: counts?.[value] })),
        ],
      }}
      exported={{
        name: 'invitations',
        rows: (asFile, every) =>
          every((page) => invitations.list.call({ within, ...list.shown, ...page }, asFile)),
      }}
      failedTitle="The invitations couldn’t be loaded"
      empty={{
        title: 'No invitations yet',
        description:
          'Invited people just choose a password. They are verified, approved and linked right away.',
        action: invite,
      }}
    />
  )
}
