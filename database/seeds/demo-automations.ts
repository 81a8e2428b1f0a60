import type pg from 'pg'
import { changeLabel } from '#features/automations/rules.ts'
import { idInSeries } from '#features/shifts/server/public.ts'

type Ids = (name: string) => string

/** Shift automation at Lakeshore: two templates, an active rule with pending suggestions, a paused rule, and a draft. */
export async function insertAutomations(client: pg.Client, demoId: Ids, today: string): Promise<void> {
  const [school, ana] = [demoId('lakeshore'), demoId('ana.coordinator@lakeshore.example')]
  const template = demoId('template adult')
  for (const { key, name, unit, specialty, days, start, end, seats, objectives } of [
    {
      key: 'adult',
      name: 'Adult Health I',
      unit: 'main-5e',
      specialty: 'med_surg',
      days: [2, 4],
      start: '07:00',
      end: '15:00',
      seats: 6,
      objectives: ['Give medication to two patients', 'Hand over at the end of the shift'],
    },
    {
      key: 'night',
      name: 'Critical Care nights',
      unit: 'main-icu',
      specialty: 'icu',
      days: [5],
      start: '19:00',
      end: '07:00',
      seats: 2,
      objectives: ['Read a rhythm strip'],
    },
  ])
    await client.query(
      `insert into public.shift_templates (id, school_id, name, facility_id, specialty, experience_type, start_time, end_time, weekdays, seats, objectives, created_by, created_at)
       values ($1, $2, $3, $4, $5, 'group', $6, $7, $8, $9, $10, $11, now() - interval '30 days')`,
      [
        demoId(`template ${key}`),
        school,
        name,
        demoId(unit),
        specialty,
        start,
        end,
        days,
        seats,
        objectives,
        ana,
      ],
    )
  for (const { key, name, action, cron, mode, status, from, about, days } of [
    {
      key: 'drafts',
      name: 'Adult Health I, four weeks ahead',
      action: 'create_from_template',
      cron: '0 6 * * 1',
      mode: 'suggest',
      status: 'active',
      from: template,
      about: null,
      days: 28,
    },
    {
      key: 'publish',
      name: 'Publish what is released',
      action: 'publish_at_release',
      cron: '0 6 * * *',
      mode: 'auto',
      status: 'paused',
      from: null,
      about: null,
      days: 21,
    },
    {
      key: 'reports',
      name: 'Missing shift reports',
      action: 'remind',
      cron: '0 9 * * 1-5',
      mode: 'auto',
      status: 'draft',
      from: null,
      about: 'unreported',
      days: 7,
    },
  ])
    await client.query(
      `insert into public.automation_rules (id, school_id, name, action, cron, mode, status, template_id, remind_about, days_ahead, owner_id, tried_at, last_run_at, next_run_at, created_by, created_at)
       select $1, c.id, $3, $4, $5, $6, $7, $8, $9, $10, case when $7 <> 'draft' then $11::uuid end, case when $7 <> 'draft' then now() - interval '21 days' end,
         case when $7 = 'active' then now() - interval '2 hours' end,
         case when $7 = 'active' then (date_trunc('week', now() at time zone c.time_zone) + interval '7 days 6 hours') at time zone c.time_zone end, $11, now() - interval '21 days'
       from public.schools c where c.id = $2`,
      [demoId(`automation ${key}`), school, name, action, cron, mode, status, from, about, days, ana],
    )
  const run = demoId('automation run')
  await client.query(
    `insert into public.automation_runs (id, rule_id, school_id, job_id, mode, is_scheduled, due_at, status, created_at, started_at, finished_at)
     values ($1, $2, $3, $4, 'suggest', true, now() - interval '2 hours', 'ok', now() - interval '2 hours', now() - interval '2 hours', now() - interval '2 hours')`,
    [run, demoId('automation drafts'), school, demoId('automation job')],
  )
  const { rows } = await client.query<{ date: string; semester_id: string }>(
    `select d::date::text as date, s.id as semester_id from generate_series($2::date + 1, $2::date + 28, interval '1 day') d
       join public.semesters s on s.school_id = $1 and d::date between s.start_date and s.end_date and s.archived_at is null
     where extract(isodow from d) in (2, 4) and not exists (select from public.holidays h where h.date = d::date) order by d limit 4`,
    [school, today],
  )
  for (const [position, { date, semester_id }] of rows.entries())
    await client.query(
      `insert into public.automation_changes (id, run_id, rule_id, school_id, position, action, key, entity_id, label, input, after, status, created_at)
       values ($1, $2, $3, $4, $5, 'create_from_template', $6, $7, $8, $9, $10, 'suggested', now() - interval '2 hours')`,
      [
        demoId(`automation change ${position}`),
        run,
        demoId('automation drafts'),
        school,
        position,
        `create ${template} ${date}`,
        idInSeries(template, date),
        changeLabel('Adult Health I', date),
        JSON.stringify({ template_id: template, date, semester_id }),
        JSON.stringify({
          status: 'Draft',
          hours: '7:00 AM–3:00 PM',
          unit: '5 East Medical-Surgical',
          seats: 6,
        }),
      ],
    )
}
