import { sql } from 'kysely'
import { formatDate } from '#core/plain-date.ts'
import { comingSeats } from '#core/seat-statuses.ts'
import type { SeatBlock } from '#features/assignments/contract.ts'
import { findClearance } from '#features/credentials/server/public.ts'
import { loadProgress } from '#features/hours/server/public.ts'
import { listOpenings, loadPlacings } from '#features/capstone/server/public.ts'
import { completedOf, distinctNames } from '#features/wishlists/rules.ts'
import type { WishlistKind } from '#features/wishlists/contract.ts'
import { agreedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'

type Closed = { student_id: string; option_id: string; reason: string }

export type StudentFacts = {
  id: string
  name: string
  /** The start of the cohort, from which the year of study is counted. */
  starts: string | null
  choices: string[]
  is_hardship: boolean
  conflicts: { option_id: string; kind: string }[]
  latitude: number | null
  longitude: number | null
  missed_first: number
  visited: string[]
}

export type OptionFacts = {
  id: string
  name: string
  series_id: string | null
  unit_id: string | null
  preceptor_id: string | null
  site_id: string | null
  specialty: string
  first_date: string
  last_date: string
  hours: number
  latitude: number | null
  longitude: number | null
  seats: number
  min_seats: number
  /** The fewest students who are already on one of its shifts. */
  taken: number
  level_seats: Record<string, number>
  requires: string[]
  student_order: string[]
  facility_ids: string[]
}

/** The hours a student still needs by specialty, and the completed specialties. */
export type Needs = { gaps: Record<string, number>; completed: string[] }

export type MatchFacts = {
  students: StudentFacts[]
  options: OptionFacts[]
  closed: Closed[]
  needs: Map<string, Needs>
  days: OptionDay[]
}

/** A coming shift of an option, with the students who hold a seat on its unit at that time; `is_on_it`: on this shift. */
export type OptionDay = {
  option_id: string
  unit_id: string
  unit: string
  date: string
  starts_at: string
  ends_at: string
  /** How many students of each year the unit takes at once. */
  most_by_level: Record<string, number>
  holders: { starts: string | null; is_on_it: boolean }[]
}

export type Campaign = {
  id: string
  school_id: string
  semester_id: string
  kind: WishlistKind
  cohort_ids: string[]
}

/** Everything that a match of this wishlist depends on, as of now. */
export async function loadFacts(tx: Tx, campaign: Campaign, requireClearance: boolean): Promise<MatchFacts> {
  const students = await loadStudents(tx, campaign)
  const ids = students.map(({ id }) => id)
  const options =
    campaign.kind === 'capstone'
      ? await withOpenSeats(tx, campaign, await loadOptions(tx, campaign))
      : await loadOptions(tx, campaign)
  const closed =
    campaign.kind === 'capstone'
      ? (await loadPlacings(tx, campaign, ids, options)).closed
      : await findBlocked(tx, campaign, ids)
  closed.push(...(await findLeaves(tx, campaign, ids)), ...(await findLeaving(tx, campaign, ids)))
  if (requireClearance) closed.push(...(await findUncleared(tx, ids, options)))
  return { students, options, closed, needs: await loadNeeds(tx, ids), days: await loadDays(tx, campaign) }
}

export async function loadStudents(
  tx: Tx,
  campaign: Pick<Campaign, 'id' | 'school_id' | 'cohort_ids'>,
): Promise<StudentFacts[]> {
  const { rows } = await sql<StudentFacts>`
    select u.id, u.full_name as name, min(c.start_date) as starts,
      coalesce((select array_agg(w.option_id order by w.rank) from public.wishlist_choices w
        where w.campaign_id = ${campaign.id}::uuid and w.student_id = u.id), '{}') as choices,
      coalesce(b.hardship_status = 'verified', false) as is_hardship, 
      coalesce((select jsonb_agg(k) from jsonb_array_elements(b.conflicts) k where k ->> 'kind' <> 'employer' or (k ->> 'option_id')::uuid <> all (b.allowed_options)), '[]') as conflicts, p.latitude, p.longitude,
      (select count(*)::integer from public.wishlist_results r join public.wishlist_runs n on n.id = r.run_id and n.status = 'published'
        where r.student_id = u.id and r.school_id = ${campaign.school_id}::uuid and cardinality(r.choices) > 0
          and r.choices[1] <> all (r.option_ids)) as missed_first,
      array(select distinct s.facility_id from public.assignments a join public.shifts s on s.id = a.shift_id
        where a.student_id = u.id and a.school_id = ${campaign.school_id}::uuid and a.status in ${listed(comingSeats)}
          and s.facility_id is not null and s.starts_at < now()) as visited
    from public.users u
    join public.cohort_memberships m on m.student_id = u.id and m.school_id = ${campaign.school_id}::uuid and m.to_date is null
      and m.cohort_id = any (${campaign.cohort_ids}::uuid[])
    join public.cohorts c on c.id = m.cohort_id
    left join public.wishlist_submissions b on b.campaign_id = ${campaign.id}::uuid and b.student_id = u.id
    left join public.postal_codes p on p.postal_code = b.postal_code
    where u.status = 'active' and u.role = 'student'
    group by u.id, u.full_name, b.hardship_status, b.conflicts, b.allowed_options, p.latitude, p.longitude order by u.id`.execute(
    tx,
  )
  return rows
}

/** The options with the number of seats that are free on all of their shifts now. */
async function loadOptions(tx: Tx, campaign: Campaign): Promise<OptionFacts[]> {
  const { rows } = await sql<OptionFacts & { weekdays: number[] }>`
    select o.id, o.name, o.weekdays, o.series_id, o.unit_id, o.preceptor_id, f.parent_id as site_id, o.specialty, o.first_date, o.last_date, o.hours::float8 as hours,
      o.latitude, o.longitude, o.min_seats, o.requires, o.student_order::text[] as student_order,
      case when o.series_id is null then o.seats else coalesce(s.free, 0) end as seats, coalesce(s.taken, 0) as taken,
      o.level_seats,
      coalesce((select array_agg(l.id) from app.facility_line(o.unit_id) l), '{}') as facility_ids
    from public.wishlist_options o left join public.facilities f on f.id = o.unit_id
    left join lateral (select greatest(min(coalesce(s.seats, s.capacity) - s.seats_taken), 0) as free, min(s.seats_taken) as taken
      from public.shifts s where s.series_id = o.series_id and s.school_id = o.school_id and s.status in ${listed(agreedStates)}
        and s.starts_at > now()) s on true
    where o.campaign_id = ${campaign.id}::uuid order by o.position`.execute(tx)
  const names = distinctNames(rows)
  return rows.map(({ weekdays: _days, ...row }) => ({ ...row, name: names.get(row.id)! }))
}

/** The coming shifts of the options that limit students by year. Students of other schools are left to the seats when they are given. */
async function loadDays(tx: Tx, campaign: Campaign): Promise<OptionDay[]> {
  const { rows } = await sql<OptionDay>`
    select o.id as option_id, s.facility_id as unit_id, f.name as unit, s.date, s.starts_at, s.ends_at, n.max_students_by_level as most_by_level,
      coalesce((select jsonb_agg(jsonb_build_object('is_on_it', x.id = s.id, 'starts', (select min(c.start_date)
          from public.cohort_memberships m join public.cohorts c on c.id = m.cohort_id and c.school_id = m.school_id
          where m.student_id = a.student_id and x.date >= m.from_date and coalesce(x.date < m.to_date, true))))
        from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
        where x.facility_id = s.facility_id and x.date between s.date - 2 and s.date + 2 and app.holds_seat(a.status)
          and a.during && tstzrange(s.starts_at, s.ends_at)), '[]') as holders
    from public.wishlist_options o join public.shifts s on s.series_id = o.series_id and s.school_id = o.school_id
    join public.units n on n.id = s.facility_id join public.facilities f on f.id = s.facility_id
    where o.campaign_id = ${campaign.id}::uuid and s.status in ${listed(agreedStates)} and s.starts_at > now()
      and (n.max_students_by_level <> '{}' or o.level_seats <> '{}')
    order by s.starts_at, o.id`.execute(tx)
  return rows
}

/** Preceptors and units with the number of students they can take now; a unit's limits by student level apply only to its shifts. */
async function withOpenSeats(
  tx: Tx,
  campaign: Campaign,
  options: readonly OptionFacts[],
): Promise<OptionFacts[]> {
  const { first_date: start, last_date: end } = options[0] ?? { first_date: '', last_date: '' }
  const openings = options.length > 0 ? await listOpenings(tx, campaign.school_id, { start, end }) : []
  const seats = new Map(openings.map((opening) => [opening.id, opening.seats]))
  return options.map((option) => ({
    ...option,
    seats: seats.get(option.preceptor_id ?? option.unit_id ?? '') ?? 0,
    level_seats: {},
  }))
}

/** What keeps a student from a shift, in the order in which it is named; `rest` is about a night shift before or after it. */
const blockWords: [keyof SeatBlock, (day: string) => string][] = [
  ['on_it', (day) => `another shift on ${day}`],
  ['overlap', (day) => `another shift on ${day}`],
  ['cohort', () => 'its shifts are for another cohort'],
  ['capstone', (day) => `a capstone day on ${day}`],
  ['rest', (day) => `too little rest around a night shift near ${day}`],
  ['level', (day) => `no more students of this year may come there on ${day}`],
]

/** The options with a shift that a student cannot have, by the same definition as when seats are given; a reason would override `rest`. */
async function findBlocked(tx: Tx, campaign: Campaign, students: readonly string[]): Promise<Closed[]> {
  const { rows } = await sql<{ student_id: string; option_id: string; date: string; block: SeatBlock }>`
    select b.student_id, o.id as option_id, s.date, b.block
    from public.wishlist_options o join public.shifts s on s.series_id = o.series_id and s.school_id = o.school_id
    cross join lateral app.blocks_on_shift(s.id, ${students}::uuid[]) b
    where o.campaign_id = ${campaign.id}::uuid and s.status in ${listed(agreedStates)} and s.starts_at > now()
      and b.block is not null order by s.date`.execute(tx)
  const pairs = Map.groupBy(rows, ({ student_id, option_id }) => `${student_id} ${option_id}`)
  return [...pairs.values()].flatMap((days) =>
    blockWords
      .flatMap(([what, words]) => {
        const day = days.find(({ block }) => block[what])
        return day ? [{ ...day, reason: words(formatDate(day.date, 'long')) }] : []
      })
      .slice(0, 1)
      .map(({ student_id, option_id, reason }) => ({ student_id, option_id, reason })),
  )
}

/** The options with shifts after the planned last day of a student. */
async function findLeaving(tx: Tx, campaign: Campaign, students: readonly string[]): Promise<Closed[]> {
  const { rows } = await sql<{ student_id: string; option_id: string; last_day: string }>`
    select d.user_id as student_id, o.id as option_id, d.last_day
    from public.departures d join public.wishlist_options o on o.campaign_id = ${campaign.id}::uuid
    where d.user_id = any (${students}::uuid[]) and d.status = 'planned'
      and exists (select from public.shifts s where s.series_id = o.series_id and s.school_id = o.school_id and s.date > d.last_day
        and s.starts_at > now() and s.status in ${listed(agreedStates)})`.execute(tx)
  return rows.map(({ last_day, ...pair }) => ({
    ...pair,
    reason: `the last day here is ${formatDate(last_day, 'long')}`,
  }))
}

/** The options with shifts during a student's leave; for a capstone, those whose days are all during it. */
async function findLeaves(tx: Tx, campaign: Campaign, students: readonly string[]): Promise<Closed[]> {
  const { rows } = await sql<{ student_id: string; option_id: string; ends_on: string | null }>`
    select l.student_id, o.id as option_id, max(l.ends_on) as ends_on
    from public.wishlist_options o join public.student_leaves l on l.school_id = o.school_id and l.student_id = any (${students}::uuid[])
    where o.campaign_id = ${campaign.id}::uuid and case when o.series_id is null then l.during @> daterange(o.first_date, o.last_date, '[]')
      else exists (select from public.shifts s where s.series_id = o.series_id and s.school_id = o.school_id and s.starts_at > now()
        and s.status in ${listed(agreedStates)} and l.during @> s.date) end
    group by 1, 2`.execute(tx)
  return rows.map(({ student_id, option_id, ends_on }) => ({
    student_id,
    option_id,
    reason: ends_on === null ? 'on leave then' : `on leave until ${formatDate(ends_on, 'long')}`,
  }))
}

type Cleared = Pick<OptionFacts, 'id' | 'facility_ids' | 'first_date' | 'last_date'>

/** Which of these options the students are not cleared for, with the first missing item. */
export async function findUncleared(
  tx: Tx,
  students: readonly string[],
  options: readonly Cleared[],
): Promise<Closed[]> {
  const closed: Closed[] = []
  for (const same of Map.groupBy(options, (o) =>
    [o.first_date, o.last_date, ...o.facility_ids].join(),
  ).values()) {
    const { first_date: first, last_date: last, facility_ids } = same[0]!
    const found = await findClearance(
      tx,
      students.map((person_id) => ({ person_id, facility_ids, first, last })),
    )
    for (const { person_id, status, items } of found) {
      if (status !== 'not_cleared') continue
      const missing = items.find((item) => item.is_mandatory && item.gap_on !== null)
      const reason = missing ? `clearance is missing: ${missing.type_name}` : 'clearance is missing'
      closed.push(...same.map(({ id }) => ({ student_id: person_id, option_id: id, reason })))
    }
  }
  return closed
}

async function loadNeeds(tx: Tx, students: readonly string[]): Promise<Map<string, Needs>> {
  const progress = await loadProgress(tx, { students })
  return new Map(
    progress.map(({ student_id: id, by_specialty: rows }) => [
      id,
      {
        gaps: Object.fromEntries(
          rows.flatMap(({ specialty, gap }) => (gap !== null && gap > 0 ? [[specialty, gap]] : [])),
        ),
        completed: completedOf(rows),
      },
    ]),
  )
}
