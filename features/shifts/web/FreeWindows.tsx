import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { clockRange } from '#core/clock-time.ts'
import { formatDate } from '#core/plain-date.ts'
import { useNavigateTo } from '#ui/Link.tsx'
import type { FreeWindow, ShiftDetail } from '../contract.ts'
import { shifts, useCloneShift } from './queries.ts'

interface FreeWindowsProps {
  shift: Pick<ShiftDetail, 'id'>
  title: string
  /** Only windows on the shift's own day. */
  isDayFixed?: boolean
  onChoose: (window: FreeWindow) => void
  isBusy?: boolean
}

/** Up to three units and days with room for the shift, as buttons; renders nothing if there are none or they can't be requested. */
export function FreeWindows({
  shift,
  title,
  isDayFixed = false,
  onChoose,
  isBusy = false,
}: FreeWindowsProps): ReactNode {
  const { data } = useQuery(
    shifts.freeWindows.queryOptions({ input: { id: shift.id, is_day_fixed: isDayFixed } }),
  )
  if (!data || data.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        {title}
      </Text>
      <Group gap="xs">
        {data.map((window) => (
          <Button
            key={`${window.facility_id} ${window.date}`}
            variant="default"
            size="sm"
            h="auto"
            py={2}
            disabled={isBusy}
            // Mantine clips a label below the baseline: leaves room for descenders.
            styles={{
              label: { display: 'block', paddingBlock: 4, whiteSpace: 'normal', textAlign: 'left' },
            }}
            onClick={() => onChoose(window)}
          >
            <span style={{ display: 'block' }}>{whenOf(window, isDayFixed)}</span>
            <Text span size="xs" c="dimmed">
              {window.site_name ? `${window.unit_name}, ${window.site_name}` : window.unit_name}
            </Text>
          </Button>
        ))}
      </Group>
    </div>
  )
}

const whenOf = ({ date, start_time: start, end_time: end }: FreeWindow, isDayFixed: boolean): string =>
  `${isDayFixed ? '' : `${formatDate(date, 'weekday').replace(/, \d{4}$/, '')}, `}${clockRange(start, end)}`

/** What a school can request instead of a declined or countered shift; one press creates a draft. */
export function RequestInstead({ shift }: { shift: ShiftDetail }): ReactNode {
  const clone = useCloneShift()
  const navigate = useNavigateTo()
  const ask = async ({ date, facility_id: unit }: FreeWindow) => {
    const { id } = await clone.mutateAsync({
      id: shift.id,
      new_id: crypto.randomUUID(),
      date,
      facility_id: unit,
    })
    navigate(`/shift/${id}`)
  }
  return (
    <FreeWindows
      shift={shift}
      title="Free instead: choose one to draft a new request"
      isBusy={clone.isPending}
      onChoose={(window) => void ask(window).catch(() => undefined)}
    />
  )
}
