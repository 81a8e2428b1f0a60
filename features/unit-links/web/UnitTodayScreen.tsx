import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPhone, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { clockRange } from '#core/clock-time.ts'
import { formatDate, formatInstant, todayIn } from '#core/plain-date.ts'
import { levelLabels } from '#features/cohorts/rules.ts'
import { takeUrlParam } from '#platform/web/url-params.ts'
import { messageOf } from '#platform/web/api.ts'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import { MantineScope } from '#ui/MantineScope.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { SkipLink } from '#ui/SkipLink.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { Wordmark } from '#ui/Wordmark.tsx'
import type { UnitPage, UnitShift } from '../contract.ts'
import { dayWord, experienceText, studentsOf } from '../rules.ts'
import { unitLinks } from './queries.ts'

/** It stays open at a desk, where shifts and the day change. */
const REFRESH_MS = 15 * 60_000

/** The students on a unit today and tomorrow, for its charge nurse, opened by the link on a poster. */
export function UnitTodayScreen(): ReactNode {
  const [token = ''] = useState(() => takeUrlParam('token'))
  const [shown, setShown] = useState<{ page: UnitPage; at: string }>()
  const open = useMutation({
    ...unitLinks.open.mutationOptions(),
    retry: false,
    onSuccess: (page) => setShown({ page, at: new Date().toISOString() }),
    meta: { quiet: true },
  })
  const { mutate } = open
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate({ token })
  }, [mutate, token])
  const again = () => mutate({ token })
  const isOpen = shown?.page.message === null
  useEffect(() => {
    if (!isOpen) return
    const look = () => {
      if (!document.hidden) mutate({ token })
    }
    document.addEventListener('visibilitychange', look)
    const timer = setInterval(look, REFRESH_MS)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearInterval(timer)
    }
  }, [isOpen, mutate, token])
  if (open.error && !shown)
    return (
      <AuthFrame title="This page could not be opened">
        <Stack>
          <Text>{messageOf(open.error)}</Text>
          <Button onClick={again} loading={open.isPending}>
            Try again
          </Button>
        </Stack>
      </AuthFrame>
    )
  if (!shown) return <LoadingScreen />
  if (shown.page.message !== null)
    return (
      <AuthFrame title={titles[shown.page.state]}>
        <Text>{shown.page.message}</Text>
      </AuthFrame>
    )
  return (
    <Today
      page={shown.page}
      at={shown.at}
      isBusy={open.isPending}
      failure={open.error ? messageOf(open.error) : null}
      onRefresh={again}
    />
  )
}

/** The logo in its own color, its check mark in the page's color. */
const mark = { color: 'var(--pw-evergreen-ink)', '--pw-mark-check': 'var(--pw-canvas)' } as CSSProperties
const plainList = { listStyle: 'none', margin: 0, padding: 0 }
/** Large enough to tap. */
const callable = { display: 'inline-flex', alignItems: 'center', gap: 6, minHeight: 44, fontWeight: 600 }

const titles: Record<UnitPage['state'], string> = {
  open: 'Students on this unit',
  unknown: 'This link isn’t valid',
  expired: 'This link has expired',
  revoked: 'This link was turned off',
  off: 'This page is turned off',
}

interface TodayProps {
  page: UnitPage
  at: string
  isBusy: boolean
  failure: string | null
  onRefresh: () => void
}

const students = (count: number) =>
  count === 0 ? 'No students' : `${count} ${count === 1 ? 'student' : 'students'}`

function Today({ page, at, isBusy, failure, onRefresh }: TodayProps): ReactNode {
  const { unit_name: unit, site_name: site, time_zone: zone, expires_at: until, days } = page
  return (
    <MantineScope>
      <title>{`Today on ${unit} · Placewell`}</title>
      <SkipLink />
      <Stack component="main" id="main" tabIndex={-1} gap="md" maw={720} mx="auto" px="md" py="lg">
        <div style={mark}>
          <Wordmark size={22} />
        </div>
        <div>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>{`Today on ${unit}`}</Title>
          {site && <Text c="dimmed">{site}</Text>}
        </div>
        <Group justify="space-between" gap="sm">
          <Text size="sm" component="output">
            {failure ?? `As of ${formatInstant(at, zone ?? 'UTC', 'weekday')}`}
          </Text>
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={isBusy}
            onClick={onRefresh}
          >
            Refresh
          </Button>
        </Group>
        {days.map(({ date, shifts }) => (
          <Day key={date} date={date} name={dayWord(date, todayIn(zone ?? 'UTC'))} shifts={shifts} />
        ))}
        <Stack component="footer" gap="xs" pt="sm" style={{ borderTop: '1px solid var(--pw-line)' }}>
          <Text size="sm">
            Students are shown by number only. Names are on the roster, which your unit’s administrator sees
            after signing in.
          </Text>
          {until && <Text size="sm">{`This link works until ${formatInstant(until, zone ?? 'UTC')}.`}</Text>}
          <div>
            <PrintButton />
          </div>
        </Stack>
      </Stack>
    </MantineScope>
  )
}

function Day({
  date,
  name,
  shifts,
}: {
  date: string
  name: ReturnType<typeof dayWord>
  shifts: readonly UnitShift[]
}): ReactNode {
  return (
    <Stack component="section" aria-labelledby={`day-${date}`} gap="sm">
      <Title order={2} size="h3" id={`day-${date}`}>
        {`${name ? `${name}, ` : ''}${formatDate(date, 'weekday')} · ${students(studentsOf(shifts))}`}
      </Title>
      {shifts.length === 0 ? (
        <Text>{`No school has a shift here ${name?.toLowerCase() ?? 'that day'}.`}</Text>
      ) : (
        <Stack component="ul" gap="sm" style={plainList}>
          {shifts.map((shift) => (
            <Shift key={shift.id} shift={shift} day={date} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

/** Maximum number of levels listed; more would not be useful. */
const MAX_LEVELS = 3

function Shift({ shift, day }: { shift: UnitShift; day: string }): ReactNode {
  const { levels, is_called_off: isOff } = shift
  const what = [shift.title, shift.course_code].filter(Boolean).join(' · ')
  return (
    <Paper component="li" withBorder radius="md" p="md" style={{ overflowWrap: 'anywhere' }} data-together>
      <Group justify="space-between" gap="xs">
        <Text fw={700} size="lg">
          {clockRange(shift.start_time, shift.end_time)}
        </Text>
        {isOff ? (
          <StateBadge state="cancelled" label="Canceled: no one is coming" />
        ) : (
          <Text fw={700}>{students(shift.students)}</Text>
        )}
      </Group>
      {shift.date < day && <Text size="sm">Began yesterday evening</Text>}
      <Text fw={600}>{shift.school_name}</Text>
      {what && <Text>{what}</Text>}
      {levels.length > 0 && levels.length <= MAX_LEVELS && (
        <Text>{levels.map((level) => levelLabels[level]).join(' or ')}</Text>
      )}
      {!isOff && (
        <>
          <Text>{experienceText[shift.experience_type]}</Text>
          {shift.objectives.length > 0 && (
            <div>
              <Text size="sm" fw={600}>
                Goals of this shift
              </Text>
              <ul style={{ margin: 0, paddingLeft: 20 }}>
                {shift.objectives.map((goal) => (
                  <li key={goal}>{goal}</li>
                ))}
              </ul>
            </div>
          )}
          <People shift={shift} />
        </>
      )}
    </Paper>
  )
}

function People({ shift }: { shift: UnitShift }): ReactNode {
  const { people, school_name: school, school_phone: phone } = shift
  const hasInstructor = people.some(({ is_preceptor: isPreceptor }) => !isPreceptor)
  return (
    <>
      {people.map((person) => (
        <Group key={person.name} justify="space-between" gap="xs">
          <Text>{`${person.is_preceptor ? 'Preceptor' : 'Instructor'}: ${person.name}`}</Text>
          {person.phone ? (
            <Call phone={person.phone} name={person.name} />
          ) : (
            !person.is_preceptor && <Text size="sm">No phone number given</Text>
          )}
        </Group>
      ))}
      {!hasInstructor && shift.experience_type !== 'precepted' && (
        <Group justify="space-between" gap="xs">
          <Text>No instructor named yet</Text>
          {phone && <Call phone={phone} name={school} />}
        </Group>
      )}
    </>
  )
}

const Call = ({ phone, name }: { phone: string; name: string }) => (
  <a style={callable} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} aria-label={`Call ${name}, ${phone}`}>
    <IconPhone size={18} aria-hidden />
    {phone}
  </a>
)
