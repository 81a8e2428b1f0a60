import type pg from 'pg'
import type { PlainDate } from '#core/plain-date.ts'
import { insertYearCredentials } from './year-credentials.ts'
import { insertYearPeople } from './year-people.ts'
import { insertYearFacilities } from './year-facilities.ts'
import { type Held, planYear, zone } from './year-plan.ts'
import { insertYearRecords } from './year-records.ts'
import { insertYearSeats, insertYearSeries, insertYearShifts, insertYearTerms } from './year-shifts.ts'
import { lightenJennasSchedule, insertYearVariety } from './year-variety.ts'
import type { SeedTarget } from './target.ts'

type Ids = (name: string) => string

/**
 * Inserts a year of two schools on top of the small demonstration: six cohorts with 180 students and 14 instructors, five organizations
 * with 14 sites and 60 units, three semesters. Uses set-based statements, because it may take only a few seconds of a first start.
 */
export async function insertYear(
  client: pg.Client,
  demoId: Ids,
  today: PlainDate,
  { saltKey, log = () => {} }: SeedTarget,
): Promise<void> {
  const hour = Number(
    new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(
      new Date(),
    ),
  )
  const year = planYear(today, hour, await heldTimes(client))
  const seed = { client, demoId, today, year, saltKey, terms: year.terms }
  const steps = {
    insertYearFacilities,
    insertYearPeople,
    insertYearTerms,
    lightenJennasSchedule,
    insertYearSeries,
    insertYearShifts,
    insertYearSeats,
    insertYearRecords,
    insertYearCredentials,
    insertYearVariety,
  }
  for (const [name, step] of Object.entries(steps)) {
    const began = performance.now()
    await step(seed)
    log(`${name}: ${Math.round(performance.now() - began)} ms`)
  }
}

/** When instructors lead shifts of the small demonstration, including the rest after a night. */
async function heldTimes(client: pg.Client): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `select u.email, extract(epoch from lower(b.busy))::float8 * 1000 as "from", extract(epoch from upper(b.busy))::float8 * 1000 as "to"
     from public.shifts x cross join lateral unnest(app.instructors_of(x)) i (id) join public.users u on u.id = i.id cross join lateral app.busy_range(x) b (busy)
     where x.status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed')`,
  )
  return rows
}
