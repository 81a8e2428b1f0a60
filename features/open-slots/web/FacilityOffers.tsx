import { Button, Group } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import { toast } from '#ui/toast.ts'
import type { SlotRow } from '../contract.ts'
import type { UnitOfPlace } from '#features/shifts/contract.ts'
import { endStates, statusWords } from '#features/shifts/rules.ts'
import { type SlotFilter, useSlots, useWithdrawSlots } from './slot-queries.ts'
import { below, slotColumns, slotLabel } from './slot-words.tsx'

const OfferDrawer = lazyDialog(() => import('./OfferDrawer.tsx').then((file) => file.OfferDrawer), {
  offer: undefined,
})

const PAGE = 50

interface FacilityOffersProps {
  filter: SlotFilter
  page: number
  onPage: (page: number) => void
  /** The address of a shift that came of an offer. */
  hrefOf: (shiftId: string) => string
  units: readonly UnitOfPlace[]
  today: string
}

/** What a facility offers to its partner schools from today on, or from the day chosen: who has taken what, and what is free still. */
export function FacilityOffers(props: FacilityOffersProps): ReactNode {
  const { filter, page, onPage, hrefOf, units, today } = props
  const query = useSlots(filter, { page, page_size: PAGE })
  const withdraw = useWithdrawSlots()
  const [offer, setOffer] = useState<'new' | SlotRow>()
  const [selected, select] = useState<readonly SlotRow[]>([])
  const rows = query.data?.rows
  const isNarrowed = filter.facility_id ?? filter.specialty ?? filter.status
  const known = new Map([...selected, ...(rows ?? [])].map((row) => [row.id, row]))
  const open = selected.filter(({ status }) => status === 'open')
  const offerButton = (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => setOffer('new')}>
      Offer places
    </Button>
  )

  async function takeBack(slots: readonly SlotRow[]) {
    const answer = await confirm({
      title: slots.length === 1 ? 'Withdraw this place?' : `Withdraw ${slots.length} places?`,
      body: 'No school can take it any more. What a school has taken already stays its shift.',
      confirmLabel: 'Withdraw',
      cancelLabel: 'Keep it',
      danger: true,
      reason: { label: 'Reason (schools that come late read it)', required: true, minLength: 3 },
    })
    if (answer === false) return
    const outcomes = await withdraw.mutateAsync({
      slots: slots.map(({ id, version }) => ({ id, version })),
      reason: answer.reason ?? '',
      ...answer.tick,
    })
    const refused = outcomes.filter(({ ok }) => !ok)
    const gone = outcomes.length - refused.length
    if (gone > 0) toast.success(gone === 1 ? 'Place withdrawn' : `${gone} places withdrawn`)
    for (const message of new Set(refused.map((one) => one.message))) toast.error(message ?? 'Not withdrawn')
    select([])
  }

  const actionsOf = (row: SlotRow): RowAction<SlotRow>[] => [
    ...(row.status === 'open'
      ? [
          {
            label: 'Withdraw…',
            danger: true,
            onClick: (of: SlotRow) => void takeBack([of]).catch(() => undefined),
          },
        ]
      : []),
    ...(row.shift_id ? [{ label: 'Open its shift', href: (of: SlotRow) => hrefOf(of.shift_id!) }] : []),
    { label: row.status === 'open' ? 'Offer more like it…' : 'Offer again…', onClick: (of) => setOffer(of) },
  ]

  return (
    <>
      {rows && rows.length > 0 && <Group justify="flex-end">{offerButton}</Group>}
      {query.isError && !query.data ? (
        <FailedState
          title="Your offers could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <DataTable
          label="Offered places"
          rows={rows}
          columns={[
            slotColumns.when,
            slotColumns.place,
            slotColumns.what,
            slotColumns.state,
            { key: 'who', title: 'Who', render: (row) => <Who row={row} hrefOf={hrefOf} /> },
          ]}
          rowKey={({ id }) => id}
          rowLabel={slotLabel}
          rowActions={actionsOf}
          isLoading={query.isPlaceholderData}
          page={page}
          pageSize={PAGE}
          total={query.data?.total}
          onPageChange={onPage}
          selection={{
            selected: selected.map(({ id }) => id),
            onChange: (ids) => select(ids.flatMap((id) => known.get(id) ?? [])),
            actions: (
              <Button
                size="xs"
                variant="default"
                disabled={open.length === 0}
                onClick={() => void takeBack(open).catch(() => undefined)}
              >
                Withdraw {open.length}…
              </Button>
            ),
          }}
          empty={{
            icon: IconCalendarPlus,
            title: isNarrowed ? 'No offer fits these filters' : 'Nothing is offered',
            description: isNarrowed
              ? 'Try fewer filters, or offer such a place.'
              : 'Offer shifts on a unit ahead of requests. The first partner school to take one gets it, approved right away.',
            action: offerButton,
          }}
        />
      )}
      <OfferDrawer offer={offer} units={units} today={today} onClose={() => setOffer(undefined)} />
    </>
  )
}

/** Who may take it, who has, or why no one can. */
function Who({ row, hrefOf }: { row: SlotRow; hrefOf: (shiftId: string) => string }): ReactNode {
  const shift = row.shift_status
  return (
    <div style={{ minWidth: 150, whiteSpace: 'normal' }}>
      {row.shift_id ? (
        <Link href={hrefOf(row.shift_id)}>{row.school_name}</Link>
      ) : row.offered_to.length > 0 ? (
        row.offered_to.map(({ name }) => name).join(', ')
      ) : (
        'All partners'
      )}
      {row.status_reason && below(row.status_reason)}
      {shift &&
        below(
          endStates.includes(shift) || shift === 'postponed'
            ? `Its shift is ${statusWords[shift].toLowerCase()}.`
            : statusWords[shift],
        )}
    </div>
  )
}
