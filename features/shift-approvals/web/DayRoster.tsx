import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { maskedWords } from '#features/privacy/rules.ts'
import { leaderNames } from '#features/shifts/rules.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { RosterShift } from '../contract.ts'
import { byName, clearanceWords } from '../rules.ts'
import { ChangeDay, hoursWords, instantWords, nameOf } from '#features/shifts/web/public.ts'
import { DaySteps } from '#ui/calendar/DaySteps.tsx'
import classes from './Facility.module.css'
import { CapstoneLink } from './CapstoneLink.tsx'
import { capstoneWords, seatsOfFacility } from './facility-cards.ts'
import { useCapstoneDays, useDayRoster } from './facility-queries.ts'
import { type FacilityChange, type FacilitySearch, MAX_ROSTER, rosterOf } from './facility-search.ts'

interface DayRosterProps {
  search: FacilitySearch
  onSearch: (change: FacilityChange) => void
  today: PlainDate
  /** True when the reader acts for the facility. */
  mayMove: boolean
}

/** The students of a day, tomorrow by default: one sheet for each unit, for printing. */
export function DayRoster({ search, onSearch, today, mayMove }: DayRosterProps): ReactNode {
  const tomorrow = addDays(today, 1)
  const asked = rosterOf(search, today)
  const { date } = asked
  const query = useDayRoster(asked)
  const capstones = useCapstoneDays(date, 1, search.facility, { keepsPrevious: false })
  const madeAt = new Date(query.dataUpdatedAt).toISOString()
  const title = formatDate(date, 'full')
  const show = (on: PlainDate) => onSearch({ on: on === tomorrow ? undefined : on })
  return (
    <>
      <Group justify="space-between" data-no-print>
        <DaySteps
          title={title}
          now="Tomorrow"
          isNow={date === tomorrow}
          word="day"
          onNow={() => show(tomorrow)}
          onStep={(step) => show(addDays(date, step))}
        />
        <Group gap="xs">
          <DateField aria-label="Day of the roster" value={date} onChange={(day) => day && show(day)} />
          {mayMove && (
            <ChangeDay
              date={date}
              within={{ here: true, ...(search.facility && { facility_id: search.facility }) }}
            />
          )}
          <PrintButton label="Print roster" />
        </Group>
      </Group>
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={8} />}
        failedTitle="The roster couldn’t be loaded"
        isEmpty={({ shifts }) => shifts.length === 0 && capstones.data?.length === 0}
        empty={{
          title: `No students on ${title}`,
          description: 'Approved shifts of that day appear here. Try another day or all units.',
        }}
      >
        {({ shifts, is_more: isMore, total }) => (
          <>
            {isMore && (
              <Banner
                kind="warning"
                title={`The first ${MAX_ROSTER} of ${formatNumber(total)} shifts of this day`}
              >
                Choose a site or a unit above to see all of its shifts here. Export has every shift of the
                day.
              </Banner>
            )}
            {[...Map.groupBy(shifts, (shift) => shift.facility_id).values()].map((ofUnit) => (
              <section
                key={ofUnit[0]!.facility_id}
                className={classes.sheet}
                data-sheet
                aria-label={ofUnit[0]!.unit_name ?? 'On campus'}
              >
                <h2>
                  {ofUnit[0]!.unit_name}
                  {ofUnit[0]!.site_name && `, ${ofUnit[0]!.site_name}`}
                </h2>
                <Text>Roster for {title}</Text>
                {ofUnit.map((shift) => (
                  <Slip key={shift.id} shift={shift} />
                ))}
                <Text component="footer" size="sm" c="dimmed" className={classes.notice}>
                  For this placement only: do not use it for anything else or pass it on (34 CFR 99.33).
                  Students can read who has seen their name. Made {instantWords(madeAt, ofUnit[0]!.time_zone)}
                  .
                </Text>
              </section>
            ))}
          </>
        )}
      </Loaded>
      <Capstones title={title} query={capstones} />
    </>
  )
}

/** The capstone students of a day, by unit: their names are in their projects. */
function Capstones({
  title,
  query,
}: {
  title: string
  query: ReturnType<typeof useCapstoneDays>
}): ReactNode {
  if (query.data?.length === 0) return null
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" count={2} />}
      failedTitle="The capstone students couldn’t be loaded"
      isEmpty={() => false}
    >
      {(days) => (
        <section className={classes.sheet} data-sheet aria-label="Capstone students">
          <h2>Capstone students</h2>
          <Text>{title}</Text>
          {days.map((row) => (
            <article key={row.id} className={classes.slip}>
              <h3>
                <CapstoneLink row={row} />
              </h3>
              <Text size="sm">{[row.unit_name, row.site_name].filter(Boolean).join(', ')}</Text>
              <Text size="sm">{capstoneWords(row)}</Text>
            </article>
          ))}
        </section>
      )}
    </Loaded>
  )
}

function Slip({ shift }: { shift: RosterShift }): ReactNode {
  const instructor = leaderNames(shift)
  return (
    <article className={classes.slip}>
      <h3>
        {hoursWords(shift)}, {shift.school_name}
      </h3>
      <Text size="sm">
        {nameOf(shift)}, {seatsOfFacility(shift)}
      </Text>
      <Text size="sm">
        Instructor: {instructor ?? 'to be named'}
        {shift.instructor_phone ? (
          <>
            , <a href={`tel:${shift.instructor_phone}`}>{shift.instructor_phone}</a>
          </>
        ) : (
          instructor && ', no phone on file'
        )}
      </Text>
      {shift.roster.length === 0 ? (
        <Text size="sm" c="dimmed">
          No student is placed yet.
        </Text>
      ) : (
        <table
          className={classes.names}
          aria-label={`Students of ${shift.school_name}, ${hoursWords(shift)}`}
        >
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Program</th>
              <th scope="col">Clearance</th>
              <th scope="col" className={classes.signature}>
                Signature
              </th>
            </tr>
          </thead>
          <tbody>
            {byName(shift.roster).map((one) => (
              <tr key={one.assignment_id}>
                <th scope="row">
                  {one.label}
                  {one.emergency_contact && <small>In an emergency: {one.emergency_contact}</small>}
                </th>
                <td>{[one.level, one.year && `year ${one.year}`].filter(Boolean).join(', ')}</td>
                <td>{clearanceWords(one)}</td>
                <td className={classes.signature} aria-label="To be signed" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {maskedWords(shift.roster).map((words) => (
        <Text key={words} size="xs" c="dimmed" mt={6}>
          {words}
        </Text>
      ))}
    </article>
  )
}
