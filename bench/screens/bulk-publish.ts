/**
 * A page while the user selects 400 shifts and publishes them: the rows of a page checked, all matches selected, the trial, the job, its
 * progress and the list afterwards. Counts every browser task over 50 ms; none is over 100. Done once with few shifts to warm up the page.
 *
 *   node bench/screens/bulk-publish.ts [--quick]
 */
import pg from 'pg'
import type { Page } from 'playwright-core'
import { demoId } from '#database/seeds/demo.ts'
import { openSemester } from '../lib/open-shifts.ts'
import { report } from '../lib/report.ts'
import { watchTasks } from './long-tasks.ts'
import { openSignedIn, openStage } from './stage.ts'

const COUNT = process.argv.includes('--quick') ? 100 : 400
const WARM = 60
const GOAL_MS = 100

const stage = await openStage()
const admin = new pg.Client({ connectionString: stage.adminUrl })
await admin.connect()
try {
  const school = demoId('lakeshore')
  const semester = await openSemester(admin, school, 'Many at once')
  for (const [title, count, from] of [
    ['Warm', WARM, 200],
    ['Many', COUNT, 40],
  ] as const)
    await admin.query(
      `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, experience_type,
         capacity, approved_capacity, seats, min_to_run, status, signup_mode, submitted_at)
       select $1, $2, $3, d, '07:00', '15:00', u.time_zone, (d + time '07:00') at time zone u.time_zone, (d + time '15:00') at time zone u.time_zone, u.id, 'med_surg',
         'observation', 2, 2, 2, 0, 'approved', 'self_signup', now()
       from (select n, current_date + $5::int + n / 4 as d from generate_series(0, $4::int - 1) n) x
       join (select f.id, f.time_zone, row_number() over (order by f.id) - 1 as at from public.facilities f
         where f.id in (select facility_id from public.shifts where school_id = $1 and facility_id is not null) order by f.id limit 4) u on u.at = x.n % 4`,
      [school, semester, title, count, from],
    )
  const { page } = await openSignedIn(stage, 'ana')
  const batches = ['Warm', 'Many']
  const row = await watchTasks(page, {
    id: 'bulk',
    what: `${COUNT} shifts selected, checked, published, and the list after it`,
    rounds: 1,
    goalMs: GOAL_MS,
    work: () => publish(page, batches.shift()!),
  })
  // The control: a page that is blocked for a second is detected, even on a busy machine.
  const held = await watchTasks(page, {
    id: 'control',
    what: 'a page that is held',
    rounds: 1,
    goalMs: GOAL_MS,
    work: async () =>
      page.evaluate(() => {
        const until = performance.now() + 1_000
        while (performance.now() < until);
      }),
  })
  if (held.probe) throw new Error(`The control holds: ${held.note}`)
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from public.shifts where title = 'Many' and status = 'published'`,
  )
  report({
    title: 'Many shifts published from the page',
    size: { shifts: COUNT, published: rows[0]!.count },
    rows: [row, { ...held, probe: true, note: `seen; ${held.note}` }],
  })
} finally {
  await admin.end()
  await stage.close()
}

async function publish(page: Page, title: string): Promise<void> {
  // The address changes within the page, so that the observers stay.
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/shifts?q=${title}&when=all&semester=all`)
  await page.getByRole('row').filter({ hasText: title }).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByRole('button', { name: /^Select all \d+/ }).click()
  await bar.getByText(/^All \d+ selected/).waitFor()
  await bar.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Publish \d+ shifts/ })
  await dialog.getByRole('button', { name: /^Check \d+ shifts/ }).click()
  await dialog.getByText(/can be published/).waitFor({ timeout: 120_000 })
  await dialog.getByRole('button', { name: /^Publish \d+ shifts/ }).click()
  await dialog.getByText(/\d+ done/).waitFor({ timeout: 240_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('row').filter({ hasText: title }).filter({ hasText: 'Published' }).first().waitFor()
}
