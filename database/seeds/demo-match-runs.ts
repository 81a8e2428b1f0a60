import type pg from 'pg'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { fakeRun } from '#features/match-runs/server/fake.ts'
import { distinctNames } from '#features/wishlists/rules.ts'

type DemoId = (name: string) => string
type Student = Parameters<typeof fakeRun>[0][number]
type Option = Parameters<typeof fakeRun>[1][number]

/** Two more wishlists of Lakeshore: one closed with two runs to compare, and one published with a concern. */
export async function insertMatchRuns(client: pg.Client, demoId: DemoId, today: PlainDate): Promise<void> {
  await insertMatched(client, demoId, today)
  await insertPublished(client, demoId, today)
}

async function insertCampaign(
  client: pg.Client,
  demoId: DemoId,
  campaign: {
    key: string
    name: string
    opens: PlainDate
    closes: PlainDate
    policy: string
    series: string
  },
): Promise<string | null> {
  const school = demoId('lakeshore')
  const id = demoId(`wishlist ${campaign.key}`)
  const { rowCount } = await client.query(
    `insert into public.wishlist_campaigns (id, school_id, semester_id, name, instructions, cohort_ids, min_choices, max_choices, allow_comments, allow_hardship, opens_on, closes_on, policy, status)
     select $1, $2, s.semester_id, $3, 'Rank the units where you would like to learn.',
       array(select id from public.cohorts where school_id = $2 and name like 'BSN%'), 2, 4, true, true, $4, $5, $6, 'announced'
     from public.shifts s where s.school_id = $2 and s.series_id is not null and ${campaign.series} group by s.semester_id order by count(*) desc limit 1`,
    [id, school, campaign.name, campaign.opens, campaign.closes, campaign.policy],
  )
  if (!rowCount) return null
  await client.query(
    `insert into public.wishlist_options (id, school_id, campaign_id, rotation_id, series_id, unit_id, latitude, longitude, position, name, location, specialty, weekdays, first_date, last_date, start_time, end_time, shift_count, hours, seats, min_seats, level_seats, requires)
     select gen_random_uuid(), $2, $1, r.id, s.series_id, min(unit.id::text)::uuid, min(p.latitude), min(p.longitude), row_number() over (order by min(unit.name), s.series_id), r.name, min(unit.name) || ', ' || min(site.name), min(s.specialty),
       array_agg(distinct extract(isodow from s.date)::integer), min(s.date), max(s.date), min(s.start_time), min(s.end_time), count(*), coalesce(sum(s.credited_hours), 0),
       greatest(min(coalesce(s.seats, s.capacity)), 1), r.min_seats, r.level_seats, r.requires
     from public.shifts s join public.wishlist_campaigns w on w.id = $1 and w.semester_id = s.semester_id
     join public.rotations r on r.series_id = s.series_id and r.canceled_at is null
     join public.facilities unit on unit.id = s.facility_id left join public.facilities site on site.id = unit.parent_id left join public.sites p on p.id = site.id
     where s.school_id = $2 and s.series_id is not null and ${campaign.series}
     group by s.series_id, r.id limit 8`,
    [id, school],
  )
  return id
}

async function optionsOf(client: pg.Client, id: string): Promise<Option[]> {
  const { rows } = await client.query<Option & { weekdays: number[] }>(
    `select id, name, weekdays, unit_id, specialty, first_date::text as first_date, last_date::text as last_date, hours::float8 as hours, seats from public.wishlist_options where campaign_id = $1 order by position`,
    [id],
  )
  const names = distinctNames(rows)
  return rows.map(({ weekdays: _days, ...row }) => ({ ...row, name: names.get(row.id)! }))
}

/** Four choices for each student of the cohorts, in individual order; every tenth student has none. */
async function chooseAll(client: pg.Client, id: string, school: string): Promise<void> {
  await client.query(
    `insert into public.wishlist_choices (campaign_id, student_id, option_id, school_id, rank, entered_by)
     select $1, x.student_id, x.option_id, $2, x.rank, x.student_id from (
       select m.student_id, o.id as option_id, row_number() over (partition by m.student_id order by o.position % 3, md5(m.student_id::text || o.position)) as rank
       from public.cohort_memberships m join public.wishlist_campaigns w on w.id = $1 and m.cohort_id = any (w.cohort_ids) and m.to_date is null
       join public.wishlist_options o on o.campaign_id = $1 where left(md5(m.student_id::text), 1) <> '0') x where x.rank <= 4`,
    [id, school],
  )
}

const studentsOf = async (client: pg.Client, id: string): Promise<Student[]> =>
  (
    await client.query(
      `select u.id, u.full_name as name, coalesce(array_agg(c.option_id::text order by c.rank) filter (where c.option_id is not null), '{}') as choices
       from public.wishlist_campaigns w join public.cohort_memberships m on m.cohort_id = any (w.cohort_ids) and m.to_date is null
       join public.users u on u.id = m.student_id and u.status = 'active' left join public.wishlist_choices c on c.campaign_id = w.id and c.student_id = u.id
       where w.id = $1 group by u.id, u.full_name order by u.id`,
      [id],
    )
  ).rows

async function insertRun(
  client: pg.Client,
  run: { id: string; school: string; campaign: string; number: number; by: string },
  found: Awaited<ReturnType<typeof fakeRun>>,
): Promise<void> {
  await client.query(
    `insert into public.wishlist_runs (id, school_id, campaign_id, number, job_id, settings, status, problem, gaps, proof, figures, created_by, finished_at)
     values ($1, $2, $3, $4, gen_random_uuid(), $5, 'done', $6, $7, $8, $9, $10, now())`,
    [
      run.id,
      run.school,
      run.campaign,
      run.number,
      ...[found.settings, found.problem, found.gaps, found.proof, found.figures].map((value) =>
        JSON.stringify(value),
      ),
      run.by,
    ],
  )
  await client.query(
    `insert into public.wishlist_results (run_id, student_id, school_id, option_ids, choices, sentences)
     select $1, g.student_id, $2, g.option_ids, g.choices, g.sentences
     from jsonb_to_recordset($3::jsonb) g (student_id uuid, option_ids uuid[], choices uuid[], sentences text[])`,
    [run.id, run.school, JSON.stringify(found.results)],
  )
}

/** Facilities rank the students who chose them: the first has ranked all, the others none yet. */
async function rankStudents(client: pg.Client, id: string): Promise<void> {
  await client.query(
    `update public.wishlist_campaigns set partners_rank = true, partners_noticed = true where id = $1`,
    [id],
  )
  await client.query(
    `update public.wishlist_options o set student_order = array(select c.student_id from public.wishlist_choices c where c.option_id = o.id order by md5(c.student_id::text))
     where o.campaign_id = $1 and o.position = 1`,
    [id],
  )
}

async function insertMatched(client: pg.Client, demoId: DemoId, today: PlainDate): Promise<void> {
  const school = demoId('lakeshore')
  const campaign = await insertCampaign(client, demoId, {
    key: 'matched',
    name: 'Next rotations',
    opens: addDays(today, -21),
    closes: addDays(today, -3),
    policy: 'fair_match',
    series: `s.status in ('approved', 'published', 'full') and s.starts_at > now()`,
  })
  if (!campaign) return
  await chooseAll(client, campaign, school)
  await rankStudents(client, campaign)
  const [students, options] = [await studentsOf(client, campaign), await optionsOf(client, campaign)]
  const settings = { place_everyone: false, require_clearance: false }
  for (const [at, mode] of (['fair_match', 'lottery'] as const).entries())
    await insertRun(
      client,
      {
        id: demoId(`match run ${at + 1}`),
        school,
        campaign,
        number: at + 1,
        by: demoId('ana.coordinator@lakeshore.example'),
      },
      await fakeRun(students, options, { ...settings, mode }),
    )
}

async function insertPublished(client: pg.Client, demoId: DemoId, today: PlainDate): Promise<void> {
  const school = demoId('lakeshore')
  const campaign = await insertCampaign(client, demoId, {
    key: 'published',
    name: 'This semester’s rotations',
    opens: addDays(today, -60),
    closes: addDays(today, -40),
    policy: 'manual',
    series: `s.status in ('completed', 'closed', 'in_progress')`,
  })
  if (!campaign) return
  await chooseAll(client, campaign, school)
  const [students, options] = [await studentsOf(client, campaign), await optionsOf(client, campaign)]
  // The published result is the seats that students hold on these series.
  const { rows } = await client.query<{ student: string; options: string[] }>(
    `select a.student_id as student, (array_agg(distinct o.id::text))[1:1] as options from public.assignments a join public.shifts s on s.id = a.shift_id
     join public.wishlist_options o on o.series_id = s.series_id and o.campaign_id = $1 where a.student_id = any ($2::uuid[]) group by 1`,
    [campaign, students.map(({ id }) => id)],
  )
  const id = demoId('match run published')
  const found = await fakeRun(students, options, { mode: 'manual', require_clearance: false }, rows)
  await insertRun(
    client,
    { id, school, campaign, number: 1, by: demoId('ana.coordinator@lakeshore.example') },
    found,
  )
  await client.query(`update public.wishlist_runs set status = 'published' where id = $1`, [id])
  await client.query(
    `update public.wishlist_campaigns set status = 'published', published_run_id = $2, published_at = now() - interval '20 hours', concerns_until = now() + interval '52 hours' where id = $1`,
    [campaign, id],
  )
  await client.query(
    `insert into public.wishlist_concerns (id, campaign_id, student_id, school_id, fact, details)
     select $1, $2, r.student_id, $3, 'schedule', 'I have a lab course on Mondays until 3 PM, which my advisor confirmed in September.'
     from public.wishlist_results r where r.run_id = $4 order by r.option_ids <> '{}' desc, r.student_id limit 1`,
    [demoId('concern'), campaign, school, id],
  )
}
