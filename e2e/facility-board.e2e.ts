import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addDays, formatDate, todayIn } from '#core/plain-date.ts'
import { demoId } from '#database/seeds/demo.ts'
import { fakeShift } from '#features/shifts/fake.ts'
import { openDatabase } from './database.ts'
import { base, expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()

const today = todayIn('America/Chicago')
// A week that no other journey plans in and the demonstration leaves free.
const sunday = addDays(today, 7 * 9 - new Date(`${today}T00:00:00Z`).getUTCDay())
const on = (weekday: number) => addDays(sunday, weekday)
const unit = demoId('main-ob')

/** The browser's console also logs refusals that a journey provokes. */
const unprovoked = (complaints: string[]): string[] =>
  complaints.filter((line) => !line.includes('status of 4'))

/** An API call as this person, without the UI. */
const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(`${base()}/api${path}`, {
    data,
    headers: { origin: base(), 'content-type': 'application/json' },
  })
  expect([path, answer.status(), await answer.text()]).toEqual([path, 200, expect.anything()])
}
const locked = async (id: string) =>
  (
    await admin.query<{ id: string; version: number }>(
      'select id, version from public.shifts where id = $1',
      [id],
    )
  ).rows[0]!
const row = async (id: string) =>
  (
    await admin.query<{
      status: string
      date: string
      approved_capacity: number | null
      decision_code: string | null
    }>(
      `select status, to_char(date, 'YYYY-MM-DD') as date, approved_capacity, decision_code from public.shifts where id = $1`,
      [id],
    )
  ).rows[0]!

/** Submits Lakeshore's requests for the unit, one a day from Tuesday on. */
async function ask(page: Page, ids: readonly string[], capacity = 5): Promise<void> {
  const { rows } = await admin.query<{ id: string }>(
    `select id from public.semesters where school_id = $1 and $2::date between start_date and end_date order by is_active desc limit 1`,
    [demoId('lakeshore'), sunday],
  )
  for (const [index, id] of ids.entries())
    await post(page, '/shifts', {
      ...fakeShift({
        semester_id: rows[0]!.id,
        date: on(index + 2),
        facility_id: unit,
        capacity,
        title: `Board ${index}`,
      }),
      id,
      school_id: demoId('lakeshore'),
    })
  await post(page, '/shifts/submit', {
    shifts: await Promise.all(ids.map(locked)),
    lead_time_reason: 'A journey asks late.',
  })
}

const cell = (page: Page, day: number) => page.locator(`[data-row="${unit}"][data-day="${on(day)}"]`)
const open = async (page: Page, more = ''): Promise<void> => {
  await page.goto(`/facility/shifts?on=${sunday}${more}`)
  await page.getByRole('region', { name: /Shifts by unit/ }).waitFor()
}

describe('the board of a facility', () => {
  it('counters by keyboard, approves fewer seats, declines with a code, and shows why a move is refused', async () => {
    await admin.query(
      `update public.semesters set start_date = least(start_date, $2::date), end_date = greatest(end_date, $2::date + 7)
       where school_id = $1 and is_active and not exists (select 1 from public.semesters x where x.school_id = $1 and $2::date between x.start_date and x.end_date - 7)
         and end_date = (select max(end_date) from public.semesters where school_id = $1 and is_active)`,
      [demoId('lakeshore'), sunday],
    )
    const ana = await person('ana')
    const [moved, fewer, declined] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const
    await ask(ana.page, [moved, fewer, declined])

    const { page, complaints } = await person('frank')
    await open(page)
    await cell(page, 2).getByText('Lakeshore College of Nursing').waitFor()
    await expectGoodPage(page)

    // A past day is refused before anything is sent.
    await cell(page, 2)
      .getByRole('button', { name: /^Move / })
      .focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Move / })
    const day = dialog.getByRole('textbox', { name: 'New day' })
    await day.fill('2024-03-04')
    await dialog.getByRole('button', { name: 'Move', exact: true }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('That day has passed.').waitFor()
    expect((await row(moved)).status).toBe('pending_facility')

    // The same by keyboard to an allowed day: a proposal.
    await day.fill(on(5))
    await dialog.getByRole('button', { name: 'Move', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Send suggestion' }).click()
    await page.getByText('Suggestion sent').first().waitFor()
    expect((await row(moved)).status).toBe('countered')
    await post(ana.page, `/shifts/${moved}/answer-counter`, {
      version: (await locked(moved)).version,
      accept: true,
    })
    expect(await row(moved)).toMatchObject({ status: 'approved', date: on(5) })

    // Fewer seats, in the drawer next to the board.
    await cell(page, 3).getByRole('link').click()
    await page.getByRole('dialog', { name: 'Board 1' }).getByRole('button', { name: 'Approve…' }).click()
    await page.getByRole('textbox', { name: 'Seats' }).fill('4')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('1 shift approved').first().waitFor()
    expect(await row(fewer)).toMatchObject({ status: 'approved', approved_capacity: 4 })
    await expectGoodPage(page)
    await page.keyboard.press('Escape')
    await cell(page, 3).getByText('Approved').waitFor()
    await cell(page, 3)
      .getByText(/^Seats 4 of \d/)
      .waitFor()

    // Declined with a code, from the list of requests.
    await page.getByRole('button', { name: /^Requests/ }).click()
    const request = page
      .getByRole('list', { name: 'Requests' })
      .getByRole('listitem')
      .filter({ hasText: formatDate(on(4), 'weekday') })
      .filter({ hasText: 'Board 2' })
    await request.getByRole('button', { name: /^Decline/ }).click()
    await page.getByRole('combobox', { name: 'Why' }).selectOption('staffing')
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByText('1 shift declined').first().waitFor()
    expect(await row(declined)).toMatchObject({ status: 'declined', decision_code: 'staffing' })
    await expectGoodPage(page)
    expect(unprovoked(complaints)).toEqual([])
  }, 120_000)

  it('prints the roster of a day, and passes on a phone', async () => {
    const { page, complaints } = await person('frank', { dark: true })
    const { rows } = await admin.query<{ date: string }>(
      `select to_char(date, 'YYYY-MM-DD') as date from public.shifts where facility_id = $1 and status in ('approved', 'published', 'full', 'completed') order by seats_taken desc limit 1`,
      [demoId('main-5e')],
    )
    await page.goto(`/facility/shifts?view=roster&on=${rows[0]!.date}`)
    await page.getByRole('heading', { name: /^5 East/ }).waitFor()
    await page
      .getByText(/^Instructor: /)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Print roster' }).waitFor()
    await expectGoodPage(page)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print roster' }).isVisible()).toBe(false)
    expect(
      await page
        .getByText(/^Instructor: /)
        .first()
        .isVisible(),
    ).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize(sizes.phone)
    for (const path of [
      `/facility/shifts?on=${rows[0]!.date}`,
      '/facility/shifts?view=requests',
      '/facility/shifts?view=list',
      '/facility/dashboard',
    ]) {
      await page.goto(path)
      await expectGoodPage(page)
    }
    expect(complaints).toEqual([])
  }, 120_000)

  it('answers a whole series from its dashboard by keyboard, undoes it, and answers again', async () => {
    const { page, complaints } = await person('frank', { at: '/facility/dashboard' })
    await page.getByRole('heading', { name: /^Needs you/ }).waitFor()
    await page.getByRole('list', { name: 'The next seven days' }).waitFor()
    await expectGoodPage(page)
    const { rows } = await admin.query<{ id: string }>(
      `select id from public.shifts where school_id = $1 and facility_id = $2 and status = 'pending_facility' and starts_at > now()`,
      [demoId('northwoods'), demoId('main-icu')],
    )
    const waiting = async () =>
      (
        await admin.query(`select 1 from public.shifts where id = any ($1) and status = 'pending_facility'`, [
          rows.map(({ id }) => id),
        ])
      ).rowCount
    const series = page
      .getByRole('list', { name: 'What needs you' })
      .getByRole('listitem')
      .filter({ hasText: 'Complex Care' })
    const line = series.getByRole('button', { name: /Complex Care$/ })
    await line.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Shifts of this request' }).waitFor()
    await page.keyboard.press('a')
    await series.getByRole('button', { name: 'Undo' }).waitFor()
    await page.keyboard.press('z')
    await page.getByText('Undone. Nothing was sent.').waitFor()
    expect(await waiting()).toBe(rows.length)
    await page.keyboard.press('a')
    await page.getByText(`${rows.length} shifts approved`).waitFor()
    expect(await waiting()).toBe(0)
    await series.waitFor({ state: 'detached' })
    await page.goto('/facility/shifts?view=requests')
    await page.getByRole('list', { name: 'Requests' }).waitFor()
    await expectGoodPage(page)
    expect(complaints).toEqual([])
  }, 120_000)
})

it('says which figures of the week are missing, next to the shifts', async () => {
  const { page } = await person('frank', { at: '/facility/dashboard' })
  await page.locator('main h1').waitFor()
  const failing = /\/rpc\/(openSlots\/list|shiftApprovals\/occupancy)$/
  await page.route(failing, (route) => route.fulfill({ status: 500, body: 'down' }))
  await page.goto(`/facility/shifts?on=${on(1)}`)
  const missing = (what: string) => page.getByRole('alert').filter({ hasText: `${what} couldn’t be loaded` })
  await missing('Open slots').waitFor()
  await missing('How full units are').waitFor()
  await expectGoodPage(page)
  await page.unroute(failing)
  for (const what of ['Open slots', 'How full units are']) {
    await missing(what).getByRole('button', { name: 'Try again' }).click()
    await missing(what).waitFor({ state: 'hidden' })
  }
})

it('cuts off no part of a request on a phone', async () => {
  const { page } = await person('frank', { size: 'phone', at: '/facility/shifts?view=requests' })
  const values = page.getByRole('list', { name: 'Requests' }).locator('button, div')
  await values.first().waitFor()
  // Beyond the edge of the phone, whichever element contains it.
  const cut = await values.evaluateAll((all) =>
    all.flatMap((value) => {
      const words = document.createRange()
      words.selectNodeContents(value)
      return words.getBoundingClientRect().right > innerWidth - 16 ? [value.textContent] : []
    }),
  )
  expect(cut).toEqual([])
})

it('a list wider than its frame keeps row actions visible, and a card its seats', async () => {
  const { page } = await person('frank', { at: '/facility/shifts?view=list' })
  const actions = page.getByRole('button', { name: /^Actions for / }).first()
  await actions.waitFor()
  const seen = await actions.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(seen).toBe(true)
  await expectGoodPage(page)
  // A number is never cut: it starts its line, and only the text after it is.
  await page.goto('/facility/shifts')
  await page.getByRole('region', { name: /Shifts by unit/ }).waitFor()
  await page
    .getByText(/^\d+\/\d+ · /)
    .first()
    .waitFor()
})
