import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { addDays, eachDay, formatDate } from '#core/plain-date.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Occupancy } from '../contract.ts'
import type { UnitOfFacility } from '#features/shifts/contract.ts'
import classes from './Facility.module.css'
import { fullness, totalOf } from './facility-cards.ts'
import { useOccupancy, useUnits } from './facility-queries.ts'
import { todayOf } from './facility-search.ts'

const DAYS = 7

/** The next seven days of a facility: how many students come each day, and how full each unit is. */
export function FacilityWeek(): ReactNode {
  const units = useUnits()
  const all = units.data ?? []
  const today = todayOf(all)
  const occupancy = useOccupancy(today, DAYS, undefined, all.length > 0)
  if (units.data?.length === 0) return null
  return (
    <PageSection title="This week" actions={<Link href="/facility/shifts">Week board</Link>}>
      <Loaded
        query={units.isError && !units.data ? { ...units, data: undefined } : occupancy}
        skeleton={<Skeletons shape="text" count={7} />}
        failedTitle="The week couldn’t be loaded"
        isEmpty={() => false}
      >
        {(days) => (
          <>
            <ol className={classes.week} aria-label="The next seven days">
              {eachDay(today, addDays(today, DAYS - 1)).map((date) => (
                <Day key={date} date={date} isToday={date === today} days={days} />
              ))}
            </ol>
            <details className={classes.folded}>
              <summary>Peak seats by unit</summary>
              <Heat units={all} days={days} today={today} />
            </details>
          </>
        )}
      </Loaded>
    </PageSection>
  )
}

function Day({
  date,
  isToday,
  days,
}: {
  date: string
  isToday: boolean
  days: readonly Occupancy[]
}): ReactNode {
  const { shifts, students } = totalOf(days, date)
  const label = formatDate(date, 'weekday').replace(/, \d{4}$/, '')
  return (
    <li data-today={isToday || undefined}>
      <Link href={`/facility/shifts?on=${date}`}>{label}</Link>
      {shifts + students === 0 ? (
        <span className={classes.none}>–</span>
      ) : (
        <>
          <span>
            {shifts === 0 ? 'Capstone' : shifts === 1 ? '1 shift' : `${formatNumber(shifts)} shifts`}
          </span>
          <Link href={`/facility/shifts?view=roster&on=${date}`}>
            {students === 1 ? '1 student' : `${formatNumber(students)} students`}
          </Link>
        </>
      )}
    </li>
  )
}

/** Maximum number of units rendered; the board has them all. */
const MAX_HEAT = 30

function Heat({
  units,
  days,
  today,
}: {
  units: readonly UnitOfFacility[]
  days: readonly Occupancy[]
  today: string
}): ReactNode {
  const dates = eachDay(today, addDays(today, DAYS - 1))
  const at = new Map(days.map((day) => [`${day.unit_id} ${day.date}`, day]))
  const used = units.filter(({ id }) => days.some(({ unit_id: unit }) => unit === id))
  if (used.length === 0)
    return (
      <EmptyState
        compact
        titleOrder={3}
        title="Open all week"
        description="Approved shifts of the coming days appear here."
      />
    )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Seats taken by unit and day">
        <table className={classes.heat}>
          <thead>
            <tr>
              <th scope="col">Unit</th>
              {dates.map((date) => (
                <th scope="col" key={date}>
                  {formatDate(date, 'weekday').replace(/, \d{4}$/, '')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {used.slice(0, MAX_HEAT).map((unit) => (
              <tr key={unit.id}>
                <th scope="row">{unit.name}</th>
                {dates.map((date) => {
                  const full = fullness(at.get(`${unit.id} ${date}`))
                  return (
                    <td key={date} style={full ? heatOf(full.share, full.isOver) : undefined}>
                      {full ? (
                        <Link
                          href={`/facility/shifts?${new URLSearchParams({ on: date, facility: unit.id })}`}
                        >
                          {full.text}
                        </Link>
                      ) : (
                        '–'
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {used.length > MAX_HEAT && (
        <Text
          size="sm"
          c="dimmed"
        >{`${MAX_HEAT} of ${formatNumber(used.length)} units. The week board has them all.`}</Text>
      )}
    </>
  )
}

/** The fuller, the darker; the number says the same. */
function heatOf(share: number, isOver: boolean): React.CSSProperties {
  const hue = isOver ? 'orange' : 'teal'
  return {
    color: `var(--pw-${hue}-ink)`,
    background: `color-mix(in oklab, var(--pw-${hue}-tint) ${Math.round(25 + share * 75)}%, var(--pw-surface))`,
  }
}
