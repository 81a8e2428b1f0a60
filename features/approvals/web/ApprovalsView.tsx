import { Button, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type RefusalIn, wordsOf } from '#core/refusal.ts'
import { roleLabels } from '#core/roles.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { SignupRequest } from '../contract.ts'
import { signupRefusals } from '../messages.ts'
import { approvalBlocker, decisionBlocker, needsPlace } from '../rules.ts'
import { PlaceDialog } from './PlaceDialog.tsx'
import { approvals } from './queries.ts'
import { useDecisions } from './use-decisions.ts'

/** As it stands in the address: what is no state of ours counts as not chosen. */
export type ApprovalsFilter = { q?: string; status?: string; page?: number }

type ApprovalsViewProps = {
  within: 'all' | 'school' | 'facility'
  filter: ApprovalsFilter
  onFilter: (filter: ApprovalsFilter) => void
}

const PAGE_SIZE = 25
const statuses = ['pending', 'returned', 'approved', 'declined', 'all'] as const
const statusLabels: Record<(typeof statuses)[number], string> = {
  pending: 'Waiting',
  returned: 'Sent back',
  approved: 'Approved',
  declined: 'Declined',
  all: 'All',
}

const reason = (blocker: RefusalIn<typeof signupRefusals> | null): string | false =>
  blocker ? wordsOf(signupRefusals, blocker) : false

const place: Column<SignupRequest> = {
  key: 'place',
  title: 'Facility',
  render: (row) =>
    needsPlace(row) ? (
      <>
        {row.place_name ?? '–'}
        <Text size="xs" c="dimmed">
          Not known to Placewell
        </Text>
      </>
    ) : (
      row.place_name
    ),
}

/** All sign-ups that the viewer may decide: the waiting ones first, the decided ones to look up. */
export function ApprovalsView({ within, filter, onFilter }: ApprovalsViewProps): ReactNode {
  const { q = '', page = 1 } = filter
  const status = choiceParam(filter.status, statuses) ?? 'pending'
  const list = useQuery({
    ...approvals.list.queryOptions({ input: { within, status, q, page } }),
    placeholderData: keepPreviousData,
    // Sign-ups come without anybody here doing something.
    refetchInterval: 60_000,
  })
  const decisions = useDecisions()
  const [selected, setSelected] = useState<string[]>([])
  const [placeFor, setPlaceFor] = useState<SignupRequest | null>(null)

  const columns: Column<SignupRequest>[] = [
    {
      key: 'person',
      title: 'Person',
      render: (row) => (
        <div>
          <Text fw={600} size="sm">
            {row.full_name}
          </Text>
          <Text size="xs" c="dimmed">
            {row.email}
          </Text>
        </div>
      ),
    },
    { key: 'role', title: 'Role', render: (row) => roleLabels[row.role] },
    ...(within === 'school' ? [] : [place]),
    {
      key: 'message',
      title: 'Message',
      render: (row) => (
        <div style={{ whiteSpace: 'normal', maxWidth: 340 }}>
          {row.message && <Text size="sm">{row.message}</Text>}
          {row.decision_note && (
            <Text size="sm" c="dimmed">
              {row.decided_by_name ?? 'Answer'}: {row.decision_note}
            </Text>
          )}
          {!row.message && !row.decision_note && '–'}
        </div>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      render: (row) => (
        <div>
          <StateBadge state={row.status} label={statusLabels[row.status]} />
          {row.status === 'pending' && !row.email_verified && (
            <Text size="xs" c="dimmed">
              Email not verified
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'created_at',
      title: 'Since',
      render: (row) => <RelativeTime value={row.decided_at ?? row.created_at} />,
    },
    {
      key: 'approve',
      title: 'Decision',
      align: 'right',
      phone: status === 'pending' ? 'show' : 'hide',
      render: (row) =>
        row.status === 'pending' && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Approve ${row.full_name}`}
            disabled={cannotApprove(row) !== false}
            onClick={() => approve(row)}
          >
            Approve
          </Button>
        ),
    },
  ]
  const approve = (row: SignupRequest) => (needsPlace(row) ? setPlaceFor(row) : decisions.approve(row))
  // A place that is missing is asked for in the dialog.
  const cannotApprove = (row: SignupRequest) =>
    needsPlace(row) && row.email_verified ? isBack(row) : reason(approvalBlocker(row))

  const isBack = (row: SignupRequest) => reason(decisionBlocker(row))
  if (list.isError && !list.data)
    return <FailedState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
  return (
    <>
      <FilterBar onClear={q || filter.status ? () => onFilter({}) : undefined}>
        <SearchField
          label="Search sign-ups"
          value={q}
          onChange={(text) => onFilter({ ...filter, q: text, page: 1 })}
        />
        <SegmentedFilter
          label="Status"
          value={status}
          options={statuses.map((value) => ({
            value,
            label: statusLabels[value],
            count: list.data?.counts[value],
          }))}
          onChange={(value) => {
            setSelected([])
            onFilter({ ...filter, status: value, page: 1 })
          }}
        />
      </FilterBar>
      <DataTable
        label="Sign-ups"
        rows={list.data?.rows}
        isLoading={list.isPlaceholderData}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.full_name}
        rowActions={[
          {
            label: 'Approve',
            icon: IconCheck,
            onClick: approve,
            disabled: cannotApprove,
          },
          { label: 'Send back', icon: IconArrowBackUp, onClick: decisions.sendBack, disabled: isBack },
          { label: 'Decline', icon: IconX, danger: true, onClick: decisions.decline, disabled: isBack },
        ]}
        {...(status === 'pending' && {
          selection: {
            selected,
            onChange: setSelected,
            actions: (
              <Button
                size="xs"
                leftSection={<IconCheck size={16} aria-hidden />}
                loading={decisions.isPending}
                onClick={() => {
                  decisions.approveMany(selected)
                  setSelected([])
                }}
              >
                Approve {selected.length}
              </Button>
            ),
          },
        })}
        page={page}
        pageSize={PAGE_SIZE}
        total={list.data?.total}
        onPageChange={(to) => onFilter({ ...filter, page: to })}
        empty={
          q || filter.status
            ? { title: 'No sign-up fits', description: 'Try another search or state.' }
            : {
                title: 'No sign-ups to review',
                description:
                  'People who sign up without an invitation appear here. Invited people need no approval.',
              }
        }
      />
      <PlaceDialog request={placeFor} onClose={() => setPlaceFor(null)} onChoose={decisions.approve} />
    </>
  )
}
