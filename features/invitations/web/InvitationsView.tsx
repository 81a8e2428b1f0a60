import { Badge, Group, Select, Text } from '@mantine/core'
import { IconBan, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type RefusalIn, wordsOf } from '#core/refusal.ts'
import { invitableRoles, roleLabels } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { confirm } from '#ui/confirm.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { toast } from '#ui/toast.ts'
import type { Invitation, InvitationState } from '../contract.ts'
import { invitationRefusals } from '../messages.ts'
import { resendBlocker, revokeBlocker } from '../rules.ts'
import { invitationLists, invitations } from './queries.ts'

/** As it stands in the address: what is no state, role or order of ours counts as not chosen. */
export type InvitationsFilter = {
  q?: string
  status?: string
  role?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}

type InvitationsViewProps = {
  within: 'school' | 'facility' | 'facilities'
  filter: InvitationsFilter
  onFilter: (filter: InvitationsFilter) => void
  /** The way to the first invitation, for the empty list. */
  invite: ReactNode
}

const PAGE_SIZE = 25
const reason = (blocker: RefusalIn<typeof invitationRefusals> | null): string | false =>
  blocker ? wordsOf(invitationRefusals, blocker) : false
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const sortOptions = ['sent_at', 'email', 'expires_at'] as const
const stateOptions = ['sent', 'opened', 'expired', 'accepted', 'revoked'] as const
const stateLabels: Record<InvitationState, string> = {
  sent: 'Sent',
  opened: 'Opened',
  expired: 'Expired',
  accepted: 'Accepted',
  revoked: 'Revoked',
}
/** The kit's colours for states it does not name: both still wait for somebody. */
const badgeOf: Record<InvitationState, string> = {
  sent: 'invited',
  opened: 'in_review',
  expired: 'expired',
  accepted: 'accepted',
  revoked: 'revoked',
}

/** The invitations of a school or facility: who has not answered yet, why, and what can be done about it. */
export function InvitationsView({ within, filter, onFilter, invite }: InvitationsViewProps): ReactNode {
  const me = useMe()
  const { q = '', dir = 'desc', page = 1 } = filter
  const state = choiceParam(filter.status, stateOptions) ?? 'all'
  const role = choiceParam(filter.role, [...invitableRoles('superadmin')]) ?? 'all'
  const sort = choiceParam(filter.sort, sortOptions) ?? 'sent_at'
  const list = useQuery({
    ...invitations.list.queryOptions({ input: { within, q, state, role, sort, dir, page } }),
    placeholderData: keepPreviousData,
  })
  const resend = useMutation({
    ...invitations.resend.mutationOptions(),
    meta: { done: 'Invitation sent again', failed: 'The invitation was not sent', touches: invitationLists },
  })
  const revoke = useMutation({
    ...invitations.revoke.mutationOptions(),
    meta: { failed: 'The invitation was not revoked', touches: invitationLists },
  })
  const send = ({ id }: Invitation) => resend.mutate({ id, idempotency_key: crypto.randomUUID() })
  const mayChange = (invitation: Invitation) => invitableRoles(me.role).includes(invitation.role)
  const notYours = (invitation: Invitation) =>
    mayChange(invitation) ? null : 'Your role may not invite this role.'

  const takeBack = async (invitation: Invitation) => {
    const answer = await confirm({
      title: `Revoke the invitation to ${invitation.email}?`,
      body: 'The link in the mail stops working. You can send the invitation again at any time.',
      confirmLabel: 'Revoke invitation',
      danger: true,
    })
    if (!answer) return
    revoke.mutate(
      { id: invitation.id },
      { onSuccess: () => toast.undo('Invitation revoked', () => send(invitation), 'Send again') },
    )
  }

  const columns: Column<Invitation>[] = [
    {
      key: 'email',
      title: 'Person',
      sortable: true,
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
      render: (row) => (within !== 'school' ? row.place_name : roleLabels[row.role]),
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
        row.state === 'accepted' || row.state === 'revoked' ? '–' : day.format(new Date(row.expires_at)),
    },
  ]

  const isFiltered = Boolean(q) || state !== 'all' || role !== 'all'
  const roles = invitableRoles(me.role).filter((each) => each !== 'facility_admin')
  if (list.isError && !list.data)
    return <FailedState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
  return (
    <>
      <FilterBar onClear={isFiltered ? () => onFilter({}) : undefined}>
        <SearchField
          label="Search invitations"
          value={q}
          onChange={(text) => onFilter({ ...filter, q: text, page: 1 })}
        />
        {within === 'school' && (
          <Select
            aria-label="Role"
            data={[
              { value: 'all', label: 'All roles' },
              ...roles.map((value) => ({ value, label: roleLabels[value] })),
            ]}
            value={role}
            allowDeselect={false}
            onChange={(value) => {
              const { role: _, ...rest } = filter
              onFilter({ ...rest, ...(value && value !== 'all' && { role: value }), page: 1 })
            }}
            w={190}
          />
        )}
        <SegmentedFilter
          label="Status"
          value={state}
          options={[
            { value: 'all', label: 'All', count: list.data?.counts.all },
            ...stateOptions.map((value) => ({
              value,
              label: stateLabels[value],
              count: list.data?.counts[value],
            })),
          ]}
          onChange={(value) => {
            const { status: _, ...rest } = filter
            onFilter({ ...rest, ...(value !== 'all' && { status: value }), page: 1 })
          }}
        />
      </FilterBar>
      <DataTable
        label="Invitations"
        rows={list.data?.rows}
        isLoading={list.isPlaceholderData}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.email}
        rowActions={[
          {
            label: 'Send again',
            icon: IconSend,
            onClick: send,
            disabled: (row) => notYours(row) ?? reason(resendBlocker(row.state)),
          },
          {
            label: 'Revoke',
            icon: IconBan,
            danger: true,
            onClick: (row) => void takeBack(row),
            disabled: (row) => notYours(row) ?? reason(revokeBlocker(row.state)),
          },
        ]}
        sort={{ key: sort, dir }}
        onSortChange={({ key, dir: towards }) => onFilter({ ...filter, sort: key, dir: towards, page: 1 })}
        page={page}
        pageSize={PAGE_SIZE}
        total={list.data?.total}
        onPageChange={(to) => onFilter({ ...filter, page: to })}
        empty={
          isFiltered
            ? { title: 'No invitation fits', description: 'Try another search, or clear the filters.' }
            : {
                title: 'No invitations yet',
                description: 'An invited person chooses a password and is in: verified, approved and linked.',
                action: invite,
              }
        }
      />
    </>
  )
}
