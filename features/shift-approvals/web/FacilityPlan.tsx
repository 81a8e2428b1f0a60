import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { addDays, eachDay, formatDate } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { InboxRow, Occupancy } from '../contract.ts'
import type { UnitOfPlace } from '#features/shifts/contract.ts'
import classes from './Facility.module.css'
import { fullness } from './facility-cards.ts'
import { useInbox, useOccupancy, useUnits } from './facility-queries.ts'
import { hrefOf, todayOf } from './facility-search.ts'
import { proposalWords } from './proposal-words.ts'
import { instantWords, placeWords, whenWords } from '#features/shifts/web/public.ts'

const SHOWN = 5
const DAYS = 7

/** A facility's dashboard of shifts: what waits for an answer, who comes today, and how full the next days are. */
export function FacilityPlan(): ReactNode {
  const units = useUnits()
  return (
    <Loaded
      query={units}
      skeleton={<Skeletons shape="text" count={6} />}
      failedTitle="The shifts could not be loaded"
      isEmpty={(all) => all.length === 0}
      empty={{
        compact: true,
        title: 'No unit yet',
        description: 'Schools request shifts on units. Add the first one with its hours and seats.',
        action: <LinkButton href="/facility/management">Go to Management</LinkButton>,
      }}
    >
      {(all) => <Plan units={all} />}
    </Loaded>
  )
}

function Plan({ units }: { units: readonly UnitOfPlace[] }): ReactNode {
  const today = todayOf(units)
  const inbox = useInbox({ limit: 50 })
  const occupancy = useOccupancy(today, DAYS)
  const changes = (inbox.data?.rows ?? []).filter(({ change }) => change)
  const requests = (inbox.data?.rows ?? []).filter(({ change }) => !change)
  const next = requests
    .map((row) => row.respond_by)
    .filter((by) => by !== null)
    .toSorted()[0]
  return (
    <>
      {inbox.data && inbox.data.total > 0 && (
        <Banner
          kind="warning"
          title={
            inbox.data.total === 1
              ? '1 request needs a response'
              : `${inbox.data.total} requests need a response`
          }
          action={<LinkButton href="/facility/shifts?view=requests">Answer now</LinkButton>}
        >
          {next &&
            `The next is due by ${instantWords(next, units[0]!.time_zone)}. Requests expire if you don’t respond.`}
        </Banner>
      )}
      <PageSection
        title="Waiting for your answer"
        actions={
          <LinkButton variant="default" href="/facility/shifts?view=requests">
            All requests
          </LinkButton>
        }
      >
        <Loaded
          query={inbox}
          skeleton={<Skeletons shape="text" count={3} />}
          failedTitle="The requests could not be loaded"
          isEmpty={() => requests.length === 0}
          empty={{
            compact: true,
            titleOrder: 3,
            title: 'Nothing needs you right now',
            description: 'Requests from schools appear here.',
          }}
        >
          <Waiting rows={requests.slice(0, SHOWN)} />
        </Loaded>
      </PageSection>
      {changes.length > 0 && (
        <PageSection title="Change requests">
          <Waiting rows={changes.slice(0, SHOWN)} />
        </PageSection>
      )}
      <PageSection
        title="Today on the units"
        actions={
          <>
            <LinkButton variant="default" href={`/facility/shifts?view=roster&on=${today}`}>
              Today’s roster
            </LinkButton>
            <LinkButton variant="default" href="/facility/shifts?view=roster">
              Tomorrow’s roster
            </LinkButton>
          </>
        }
      >
        <Loaded
          query={occupancy}
          skeleton={<Skeletons shape="text" count={3} />}
          failedTitle="Today could not be loaded"
        >
          {(days) => (
            <Today units={units} days={days.filter(({ date, shifts }) => date === today && shifts > 0)} />
          )}
        </Loaded>
      </PageSection>
      <PageSection
        title="The next seven days"
        description="Peak seats used out of unit capacity"
        actions={
          <LinkButton variant="default" href="/facility/shifts">
            Week board
          </LinkButton>
        }
      >
        <Loaded
          query={occupancy}
          skeleton={<Skeletons shape="table" />}
          failedTitle="The week could not be loaded"
        >
          {(days) => <Heat units={units} days={days} today={today} />}
        </Loaded>
      </PageSection>
    </>
  )
}

function Waiting({ rows }: { rows: readonly InboxRow[] }): ReactNode {
  return (
    <ul className={classes.dayCards}>
      {rows.map((row) => (
        <li key={row.id} className={classes.dayCard}>
          <Link href={hrefOf({ view: 'requests' }, row.id)} className={classes.dayLink}>
            {row.school_name}, {whenWords(row)}
          </Link>
          <Text size="sm">
            {placeWords(row)}.{' '}
            {row.change ? `${proposalWords(row, row.change)} ${row.change.reason}` : `${row.capacity} seats.`}{' '}
            {row.respond_by && !row.change && <b>Answer by {instantWords(row.respond_by, row.time_zone)}.</b>}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function Today({ units, days }: { units: readonly UnitOfPlace[]; days: readonly Occupancy[] }): ReactNode {
  if (days.length === 0)
    return (
      <EmptyState
        compact
        titleOrder={3}
        title="No students today"
        description="The roster of any other day is one step away."
      />
    )
  const names = new Map(units.map((unit) => [unit.id, unit]))
  return (
    <ul className={classes.dayCards}>
      {days.map((day) => (
        <li key={day.unit_id} className={classes.dayCard}>
          <b>{names.get(day.unit_id)?.name}</b>
          <Text size="sm">
            {day.students === 1 ? 'One student' : `${day.students} students`} on{' '}
            {day.shifts === 1 ? 'one shift' : `${day.shifts} shifts`}, {day.places} of {day.most} places at a
            time
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** So many units are drawn; the board has them all. */
const HEAT_MOST = 30

function Heat({
  units,
  days,
  today,
}: {
  units: readonly UnitOfPlace[]
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
            {used.slice(0, HEAT_MOST).map((unit) => (
              <tr key={unit.id}>
                <th scope="row">{unit.name}</th>
                {dates.map((date) => {
                  const full = fullness(at.get(`${unit.id} ${date}`))
                  return (
                    <td key={date} style={full ? heatOf(full.share, full.isOver) : undefined}>
                      {full ? (
                        <Link href={`/facility/shifts?${new URLSearchParams({ on: date, place: unit.id })}`}>
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
      {used.length > HEAT_MOST && (
        <Text
          size="sm"
          c="dimmed"
        >{`${HEAT_MOST} of ${used.length} units. The week board has them all.`}</Text>
      )}
    </>
  )
}

/** The fuller, the deeper: the number says it too. */
function heatOf(share: number, isOver: boolean): React.CSSProperties {
  const hue = isOver ? 'orange' : 'teal'
  return {
    color: `var(--pw-${hue}-ink)`,
    background: `color-mix(in oklab, var(--pw-${hue}-tint) ${Math.round(25 + share * 75)}%, var(--pw-surface))`,
  }
}
