import { clockRange } from '#core/clock-time.ts'
import { formatNumber, howMany } from '#core/number-text.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { FacilityRoster } from '#features/privacy/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { AffectedShift } from '../contract.ts'
import { overCapacity } from '../rules/planned-shifts.ts'
import { facilities } from './queries.ts'

/** How many shifts are shown until the user shows all. */
const SHOWN = 10

/** The next shifts of a unit and, on request, who comes to each. Names are hidden at first because every view of them is logged. */
export function UnitShifts({ unitId, most }: { unitId: string; most: number }): ReactNode {
  const query = useQuery(facilities.affectedShifts.queryOptions({ input: { id: unitId } }))
  const [areAllShown, showAll] = useState(false)
  return (
    <PageSection
      title="Next shifts"
      description="Open a shift to see who’s coming. Each view of a name is logged."
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" />}
        failedTitle="The shifts couldn’t be loaded"
        isEmpty={({ shifts }) => shifts.length === 0}
        empty={{
          compact: true,
          titleOrder: 3,
          title: 'No upcoming shifts',
          description: 'Requests from schools will appear here.',
        }}
      >
        {({ shifts }) => (
          <Stack gap="md">
            <OverCapacity count={overCapacity(shifts, most).count} most={most} />
            <Stack
              component="ul"
              gap="sm"
              aria-label="Next shifts"
              style={{ listStyle: 'none', margin: 0, padding: 0 }}
            >
              {(areAllShown ? shifts : shifts.slice(0, SHOWN)).map((shift) => (
                <Shift key={shift.id} shift={shift} />
              ))}
              {!areAllShown && shifts.length > SHOWN && (
                <li>
                  <Button variant="default" size="compact-sm" onClick={() => showAll(true)}>
                    {`Show all ${formatNumber(shifts.length)}`}
                  </Button>
                </li>
              )}
            </Stack>
          </Stack>
        )}
      </Loaded>
    </PageSection>
  )
}

/** Says how many agreed shifts exceed the unit's lowered limit. */
function OverCapacity({ count, most }: { count: number; most: number }): ReactNode {
  if (count === 0) return null
  return (
    <Banner
      kind="warning"
      title={count === 1 ? '1 shift is over capacity' : `${formatNumber(count)} shifts are over capacity`}
    >
      {`The unit now takes ${most === 1 ? '1 student' : `${formatNumber(most)} students`} per shift. What was agreed on before stays until it is changed in Shifts.`}
    </Banner>
  )
}

function Shift({ shift }: { shift: AffectedShift }) {
  const [isOpen, setOpen] = useState(false)
  const when = `${formatDate(shift.date)}, ${clockRange(shift.start_time, shift.end_time)}`
  return (
    <Stack component="li" gap="xs">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600} size="sm">
            {when}
          </Text>
          <Text size="sm" c="dimmed">
            {[shift.school_name, shift.title, howMany(shift.capacity, 'seat')].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          rightSection={
            isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />
          }
          aria-label={`Students on ${when}`}
          onClick={() => setOpen(!isOpen)}
        >
          Students
        </Button>
      </Group>
      {isOpen && <FacilityRoster shiftId={shift.id} />}
    </Stack>
  )
}
