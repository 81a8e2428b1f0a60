import { Button, Group } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { endStates } from '#core/shift-statuses.ts'
import type { Filters } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { SlotRow } from '../contract.ts'
import type { UnitOfFacility } from '#features/shifts/contract.ts'
import { statusLabels } from '#features/shifts/rules.ts'
import { type SlotFilter, useSlots, useWithdrawSlots } from './slot-queries.ts'
import { slotColumns, slotLabel } from './slot-words.tsx'

const OfferDrawer = lazyDialog(() => import('./OfferDrawer.tsx').then((file) => file.OfferDrawer), {
  offer: undefined,
})

/** The page has the filters. */
const none: Filters<Record<never, never>> = {}

interface FacilityOffersProps {
  filter: SlotFilter
  /** The address of a shift that came from an offer. */
  hrefOf: (shiftId: string) => string
  units: readonly UnitOfFacility[]
  today: string
}

/** A facility's offers to its partner schools from today, or the chosen day, on: which are taken, by whom, and which are open. */
export function FacilityOffers(props: FacilityOffersProps): ReactNode {
  const { filter, hrefOf, units, today } = props
  const list = useList(none, { sorts: ['when'], hasOwnOrder: true, pageSize: 50 })
  const query = useSlots(filter, { page: list.page, page_size: list.pageSize })
  const withdraw = useWithdrawSlots()
  const [offer, setOffer] = useState<'new' | SlotRow>()
  const rows = query.data?.rows
  const isNarrowed = filter.facility_id ?? filter.specialty ?? filter.status
  const offerButton = (
    <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => setOffer('new')}>
      Offer open slots
    </Button>
  )

  const isOpen = ({ status }: SlotRow) => status === 'open'
  const again = ([slot]: readonly SlotRow[]) => setOffer(slot)
  const actions = useActions<SlotRow>(
    [
      {
        id: 'withdraw',
        label: 'Withdraw…',
        danger: true,
        isBulk: true,
        isOffered: isOpen,
        ask: (slots) => ({
          title: slots.length === 1 ? 'Withdraw this slot?' : `Withdraw ${slots.length} slots?`,
          body: 'Schools can no longer take it. Schools keep the shifts they have already taken.',
          cancelLabel: 'Keep it',
          reason: { label: 'Reason (schools that open it later can read it)', isRequired: true },
        }),
        runMany: async (slots, { reason, tick }) => {
          const outcomes = await withdraw.mutateAsync({
            slots: slots.map(({ id, version }) => ({ id, version })),
            reason,
            ...tick,
          })
          return outcomes.map(({ id, ok, message }) => ({ id, ok, why: message ?? 'Not withdrawn' }))
        },
        done: ({ length }) => (length === 1 ? 'Slot withdrawn' : `${length} slots withdrawn`),
      },
      {
        id: 'shift',
        label: 'Open its shift',
        isOffered: (row) => row.shift_id !== null,
        href: (row) => hrefOf(row.shift_id!),
      },
      { id: 'more', label: 'Offer more like it…', isOffered: isOpen, open: again },
      { id: 'again', label: 'Offer again…', isOffered: (row) => !isOpen(row), open: again },
    ],
    { nameOf: slotLabel },
  )

  return (
    <>
      {rows && rows.length > 0 && <Group justify="flex-end">{offerButton}</Group>}
      <List
        list={list}
        hasFilters={false}
        label="Open slots"
        query={query}
        rows={rows}
        total={query.data?.total}
        columns={[
          slotColumns.when,
          slotColumns.unit,
          slotColumns.what,
          slotColumns.state,
          { key: 'who', title: 'Who', render: (row) => <Who row={row} hrefOf={hrefOf} /> },
        ]}
        rowKey={({ id }) => id}
        rowLabel={slotLabel}
        actions={actions}
        failedTitle="Your offers couldn’t be loaded"
        empty={() => ({
          icon: IconCalendarPlus,
          title: isNarrowed ? 'No offer fits these filters' : 'Nothing is offered',
          description: isNarrowed
            ? 'Try fewer filters, or offer such a slot.'
            : 'Offer shifts on a unit ahead of requests. The first partner school to take one gets it, approved right away.',
          action: offerButton,
        })}
      />
      <OfferDrawer offer={offer} units={units} today={today} onClose={() => setOffer(undefined)} />
    </>
  )
}

/** Who may take it, who has, or why no one can. */
function Who({ row, hrefOf }: { row: SlotRow; hrefOf: (shiftId: string) => string }): ReactNode {
  const shift = row.shift_status
  const who = row.shift_id ? (
    <Link href={hrefOf(row.shift_id)}>{row.school_name}</Link>
  ) : (
    row.offered_to.map(({ name }) => name).join(', ') || 'All partners'
  )
  const shiftWords =
    shift &&
    (endStates.includes(shift) || shift === 'postponed'
      ? `Its shift is ${statusLabels[shift].toLowerCase()}.`
      : statusLabels[shift])
  return (
    <div style={{ minWidth: 150, whiteSpace: 'normal' }}>
      <TwoLines first={<TwoLines first={who} second={row.status_reason} />} second={shiftWords} />
    </div>
  )
}
