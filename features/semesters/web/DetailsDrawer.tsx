import { formatClockTime } from '#core/clock-time.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, formatRange, todayIn } from '#core/plain-date.ts'
import { zoneName } from '#core/zone-name.ts'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { stateLook } from '#ui/states.ts'
import { TermCalendar } from '#ui/TermCalendar.tsx'
import { OpenDrawer } from '#ui/OpenDialog.tsx'
import type { Semester, SemesterDetail } from '../contract.ts'
import { changeBlocker, semesterTypeLabels } from '../rules.ts'
import { CopiesList } from './CopiesList.tsx'
import { LifecycleBadge } from './LifecycleBadge.tsx'
import { patience, semesters } from './queries.ts'
import { wallTimeOf } from './semester-values.ts'
import { marksOf } from './term-marks.ts'

type DetailsDrawerProps = {
  id: string
  onClose: () => void
  onEdit: (semester: Semester) => void
  onCopy: (semester: Semester) => void
}

/** One semester next to the list: its calendar, windows, shift counts, and copies from or into it. */
export function DetailsDrawer({ id, onClose, onEdit, onCopy }: DetailsDrawerProps): ReactNode {
  const query = useQuery({ ...semesters.get.queryOptions({ input: { id } }), ...patience })
  return (
    <OpenDrawer
      onClose={onClose}
      position="right"
      size="46rem"
      title={query.data?.name ?? 'Semester'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={8} />}
        failedTitle="This semester couldn’t be loaded"
      >
        {(semester) => <Details semester={semester} onEdit={onEdit} onCopy={onCopy} />}
      </Loaded>
    </OpenDrawer>
  )
}

function Details({
  semester,
  onEdit,
  onCopy,
}: { semester: SemesterDetail } & Pick<DetailsDrawerProps, 'onEdit' | 'onCopy'>): ReactNode {
  const { settings, reopened, time_zone: zone } = semester
  const time = (instant: string | undefined) => {
    const wall = instant && wallTimeOf(instant, zone)
    return wall && `${formatDate(wall.slice(0, 10), 'weekday')}, ${formatClockTime(wall.slice(11))}`
  }
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <LifecycleBadge lifecycle={semester.lifecycle} />
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            disabled={changeBlocker(semester) !== null}
            onClick={() => onEdit(semester)}
          >
            Edit
          </Button>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => onCopy(semester)}
          >
            Copy
          </Button>
        </Group>
      </Group>
      {reopened && semester.lifecycle === 'grading' && (
        <Banner kind="warning" title="Reopened for grading">
          {reopened.by_name ?? 'A super admin'} reopened it <RelativeTime value={reopened.at} />: “
          {reopened.reason}”
        </Banner>
      )}
      <KeyValue
        items={[
          { label: 'Dates', value: formatRange(semester.start_date, semester.end_date, 'weekday') },
          { label: 'Type', value: semesterTypeLabels[semester.semester_type] },
          { label: 'Academic year', value: semester.academic_year },
          { label: 'School', value: semester.school_name },
          { label: 'Shifts', value: shiftWords(semester.shifts_by_status) },
          { label: 'Students see shifts from', value: time(settings.release_at) },
          { label: 'Sign-up opens', value: time(settings.signup_opens_at) },
          { label: 'Sign-up closes', value: time(settings.signup_closes_at) },
          {
            label: 'Grading',
            value:
              settings.grading_window &&
              formatRange(settings.grading_window.from, settings.grading_window.to),
          },
          { label: 'Hours lock', value: time(settings.hours_lock_at) },
        ]}
      />
      <Text size="xs" c="dimmed">
        Times are the school’s: {zoneName(zone)}.
      </Text>
      <PageSection look="plain" title="Calendar" titleOrder={3}>
        <TermCalendar
          label={semester.name}
          startDate={semester.start_date}
          endDate={semester.end_date}
          today={todayIn(zone)}
          marks={marksOf(semester, semester.holidays)}
        />
      </PageSection>
      <PageSection look="plain" title="Copies" titleOrder={3}>
        <CopiesList semesterId={semester.id} />
      </PageSection>
    </Stack>
  )
}

function shiftWords(byStatus: Record<string, number>): string {
  const counts = Object.entries(byStatus).filter(([, count]) => count > 0)
  return counts.length === 0
    ? 'None yet'
    : counts
        .map(([status, count]) => `${formatNumber(count)} ${stateLook(status).label.toLowerCase()}`)
        .join(', ')
}
