import { formatDate } from '#core/plain-date.ts'
import { specialtyLabels } from '#core/specialties.ts'
import { Button, Stack, Text } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Specialty } from '#features/facilities/contract.ts'
import type { ShiftOptions } from '#features/shifts/contract.ts'
import { type SemesterScope, SemesterScopeSelect } from '#features/semesters/web/public.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { choice, day, type Filters, oneOf } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { hoursWords, facilityLabel } from '#features/shifts/web/public.ts'
import type { SlotRow } from '../contract.ts'
import { weeklySeries } from '../rules.ts'
import { useSlots } from './slot-queries.ts'
import { slotColumns, slotLabel } from './slot-words.tsx'

const TakeDialog = lazyDialog(() => import('./TakeDialog.tsx').then((file) => file.TakeDialog), {
  slots: [],
})

const filters: Filters<{ facility_id: string; specialty: Specialty; from: string; to: string }> = {
  facility_id: oneOf('Location', 'All locations', { param: 'facility' }),
  specialty: choice('Specialty', 'All specialties', specialtyLabels),
  from: day('From'),
  to: day('To'),
}

interface OfferedSlotsProps {
  schoolId: string
  options: ShiftOptions | undefined
  scope: SemesterScope
}

/** What partner facilities offer to a school, soonest first; it can take one or several that are still open. */
export function OfferedSlots({ schoolId, options, scope }: OfferedSlotsProps): ReactNode {
  const list = useList(filters, { sorts: ['when'], hasOwnOrder: true, pageSize: 50 })
  const { from, to } = list.filter
  // Chosen dates take precedence over the semester.
  const term = from || to ? undefined : scope.semester
  const filter = {
    ...list.filter,
    school_id: schoolId,
    status: 'open' as const,
    from: from ?? term?.start_date,
    to: to ?? term?.end_date,
  }
  const query = useSlots(filter, { page: list.page, page_size: list.pageSize })
  const [asked, ask] = useState<{ slots: readonly SlotRow[]; onDone?: (() => void) | undefined }>({
    slots: [],
  })
  const actions = useActions<SlotRow>(
    [
      {
        id: 'take',
        label: 'Take these days…',
        isBulk: true,
        blocker: ({ blocker }) => blocker,
        open: (slots, onDone) => ask({ slots, onDone }),
      },
    ],
    { nameOf: slotLabel },
  )
  const series = weeklySeries(query.data?.rows ?? [])
  return (
    <>
      <List
        list={list}
        before={<SemesterScopeSelect scope={scope} />}
        options={{
          facility_id: options?.units.map(({ id, name, site_name: site }) => ({
            value: id,
            label: site ? `${site}: ${name}` : name,
          })),
        }}
        exported={{
          hrefOf: (format, columns) => exportHref('/shifts/slots/export', { ...filter, columns }, format),
        }}
        label="Open slots"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={[
          slotColumns.when,
          slotColumns.unit,
          slotColumns.what,
          {
            key: 'take',
            title: 'Take',
            render: (row) =>
              row.blocker ? (
                <Text size="sm" c="var(--pw-orange-ink)" maw={320} style={{ whiteSpace: 'normal' }}>
                  {row.blocker}
                </Text>
              ) : (
                <TakeButtons row={row} series={series.get(row.id)} onTake={(slots) => ask({ slots })} />
              ),
          },
        ]}
        rowKey={({ id }) => id}
        rowLabel={slotLabel}
        actions={{ ...actions, menuOf: () => [] }}
        failedTitle="The open slots couldn’t be loaded"
        empty={(isNarrowed) => ({
          icon: IconCalendarPlus,
          title: isNarrowed ? 'No open slot fits these filters' : 'No slot is offered now',
          description:
            'Shifts that partner facilities offer on their units appear here. You can always plan and submit your own request.',
        })}
      />
      <TakeDialog
        slots={asked.slots}
        schoolId={schoolId}
        onClose={() => ask({ slots: [] })}
        onDone={() => asked.onDone?.()}
      />
    </>
  )
}

interface TakeButtonsProps {
  row: SlotRow
  /** On the first slot of a weekly series: all slots of the series. */
  series: readonly SlotRow[] | undefined
  onTake: (slots: readonly SlotRow[]) => void
}

function TakeButtons({ row, series, onTake }: TakeButtonsProps): ReactNode {
  const all = series && `Take all ${series.length} ${formatDate(row.date, 'weekdayOnly')}s…`
  return (
    <Stack gap={8} align="flex-start">
      <Button
        size="xs"
        variant="default"
        aria-label={`Take this day… ${slotLabel(row)}`}
        onClick={() => onTake([row])}
      >
        Take this day…
      </Button>
      {all && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={`${all} ${facilityLabel(row)}, ${hoursWords(row)}`}
          onClick={() => onTake(series)}
        >
          {all}
        </Button>
      )}
    </Stack>
  )
}
