/**
 * What happens to shifts after planning, on their pages: series changed, cards dragged, a proposal refused, students assigned by their
 * instructor, postponed, canceled, made up.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { fakeShift } from '#features/shifts/fake.ts'
import { openDatabase } from './database.ts'
import { base, waitUntilSettled, expectGoodPage, person, giveOverrideReason } from './people.ts'

const admin = openDatabase()

const unit = demoId('main-ob')
const jennas = demoId('jenna.student@lakeshore.example')
const title = 'Saturday turns'
const saturdays = ['2027-04-03', '2027-04-10', '2027-04-17', '2027-04-24'] as const

/** An API call as this person, without the UI. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`${base()}/api${path}`, {
    data,
    headers: { origin: base(), 'content-type': 'application/json' },
  })
  expect([path, answer.status(), await answer.text()]).toEqual([path, 200, expect.anything()])
}

type Row = { id: string; version: number; date: string; start: string; course: string | null; status: string }
const turns = async (): Promise<Row[]> =>
  (
    await admin.query<Row>(
      `select id, version, to_char(date, 'YYYY-MM-DD') as date, to_char(start_time, 'HH24:MI') as start, course_code as course, status
       from public.shifts where title = $1 order by date`,
      [title],
    )
  ).rows
const locked = (rows: readonly Row[]) => rows.map(({ id, version }) => ({ id, version }))
const notified = async (shift: string, who = jennas): Promise<string[]> =>
  (
    await admin.query<{ type: string }>(
      `select type from public.notifications where recipient_id = $1 and data ->> 'action_url' = $2 order by created_at`,
      [who, `/shift/${shift}`],
    )
  ).rows.map(({ type }) => type)

/** Opens a shift's page and chooses an action from its menu. */
async function ask(page: Page, id: string, action: string): Promise<Locator> {
  await page.goto(`/shift/${id}`)
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: `${action}…` }).click()
  return page.getByRole('form', { name: action, exact: true })
}
const state = (page: Page, word: string) =>
  page.getByRole('main').getByText(word, { exact: true }).first().waitFor()

const cell = (page: Page, date: string) => page.locator(`[data-row="${unit}"][data-day="${date}"]`)

/** Drags a card with the mouse and drops it on another day; `over` runs while it is held there. */
async function drag(page: Page, id: string, to: string, over: () => Promise<void>): Promise<void> {
  const card = page.locator(`[data-card="${id}"]`)
  await card.scrollIntoViewIfNeeded()
  const [from, aim] = [await card.boundingBox(), await cell(page, to).boundingBox()]
  await page.mouse.move(from!.x + 20, from!.y + 30)
  await page.mouse.down()
  const [x, y] = [aim!.x + aim!.width / 2, aim!.y + 20]
  await page.mouse.move(x, y, { steps: 6 })
  // The dragged card follows the pointer.
  const held = async () => {
    const box = await page.locator('body > [inert]').boundingBox()
    return box && [Math.round(box.x + 20), Math.round(box.y + 30)]
  }
  await expect.poll(held).toEqual([Math.round(x), Math.round(y)])
  await over()
  await page.mouse.up()
}

async function editSeries(
  page: Page,
  id: string,
  scope: string,
  field: string,
  value: string,
): Promise<void> {
  await page.goto(`/shift/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: 'Edit shift' })
  await form.getByText(scope, { exact: true }).click()
  await form.getByLabel(field).fill(value)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.waitFor({ state: 'detached' })
}

it('a series changes: as a whole and from a day on, dragged on both boards, its proposal refused, then postponed, canceled and made up', async () => {
  const ana = await person('ana')
  await post(ana.page, '/shifts/series', {
    ...fakeShift({
      semester_id: demoId('lakeshore spring-2027'),
      date: saturdays[0],
      facility_id: unit,
      title,
      specialty: 'maternal_newborn',
      capacity: 4,
      proctor_id: demoId('marcus.proctor@lakeshore.example'),
      signup_mode: 'assigned',
    }),
    id: crypto.randomUUID(),
    school_id: demoId('lakeshore'),
    pattern: { weekdays: [6], every_weeks: 1, from: saturdays[0], to: saturdays[3], skipped: [] },
  })
  let [first, second, third, fourth] = (await turns()) as [Row, Row, Row, Row]

  // The whole series, then from the third day on.
  await editSeries(ana.page, second.id, 'Whole series', 'Course', 'NRS 410')
  await ana.page.getByText('4 shifts changed').waitFor()
  await editSeries(ana.page, third.id, 'This and following', 'Starts', '06:30')
  await ana.page.getByText('2 shifts changed').waitFor()
  expect((await turns()).map(({ start, course }) => `${start} ${course}`)).toEqual([
    '07:00 NRS 410',
    '07:00 NRS 410',
    '06:30 NRS 410',
    '06:30 NRS 410',
  ])

  // A draft is dragged to another day on the school's board; released with Escape it stays.
  await ana.page.goto(`/shifts?view=board&on=${saturdays[0]}&semester=${demoId('lakeshore spring-2027')}`)
  await cell(ana.page, saturdays[0]).getByText(title).waitFor()
  await drag(ana.page, first.id, '2027-04-01', async () => {
    await expect.poll(() => cell(ana.page, '2027-04-01').getAttribute('data-over')).toBe('taken')
    await ana.page.keyboard.press('Escape')
  })
  expect(await cell(ana.page, '2027-04-01').getAttribute('data-over')).toBeNull()
  await drag(ana.page, first.id, '2027-04-02', async () => {
    await expect.poll(() => cell(ana.page, '2027-04-02').getAttribute('data-over')).toBe('taken')
  })
  await cell(ana.page, '2027-04-02').getByText(title).waitFor()
  await expect.poll(async () => (await turns())[0]!.date).toBe('2027-04-02')
  await expectGoodPage(ana.page)

  await post(ana.page, '/shifts/submit', { shifts: locked(await turns()), lead_time_reason: null })
  ;[first, second, third, fourth] = (await turns()) as [Row, Row, Row, Row]

  // The facility drags the last one to the day before: a proposal, which the school declines with a reason.
  const frank = await person('frank')
  await post(frank.page, '/shifts/approve', {
    shifts: locked([first, second, third]),
    seats: null,
    note: null,
  })
  await frank.page.goto(`/facility/shifts?on=${saturdays[3]}`)
  await cell(frank.page, saturdays[3]).getByRole('link').first().waitFor()
  await waitUntilSettled(frank.page)
  await drag(frank.page, fourth.id, '2027-04-23', async () => {
    await expect.poll(() => cell(frank.page, '2027-04-23').getAttribute('data-over')).toBe('taken')
  })
  await frank.page.getByRole('dialog').getByLabel('Note').fill('Saturdays are short of nurses.')
  await frank.page.getByRole('button', { name: 'Send suggestion' }).click()
  await frank.page.getByText('Suggestion sent').first().waitFor()
  const refusal = await ask(ana.page, fourth.id, 'Decline suggestion')
  await refusal.getByRole('button', { name: 'Decline suggestion' }).click()
  await refusal.getByText('Write at least 3 characters.').waitFor()
  await refusal.getByLabel('Reason').fill('Our students are in class on Fridays.')
  await refusal.getByRole('button', { name: 'Decline suggestion' }).click()
  await state(ana.page, 'Declined')
  await frank.page.goto(`/shift/${fourth.id}`)
  await frank.page.getByText('Our students are in class on Fridays.').first().waitFor()

  // After publishing, the instructor assigns a student to two of them.
  await post(ana.page, '/shifts/publish', { shifts: locked((await turns()).slice(0, 3)), to_be_named: false })
  const marcus = await person('marcus')
  for (const { id } of [first, second]) {
    await marcus.page.goto(`/shift/${id}`)
    await marcus.page.getByRole('button', { name: 'Assign students' }).click()
    const dialog = marcus.page.getByRole('dialog', { name: 'Assign students' })
    await dialog.getByRole('searchbox', { name: 'Search students' }).fill('Jenna')
    await dialog.getByRole('checkbox', { name: 'Jenna Park' }).check()
    await giveOverrideReason(dialog)
    await dialog.getByRole('button', { name: 'Assign 1' }).click()
    await marcus.page.getByText('1 student assigned').first().waitFor()
    await marcus.page.getByRole('row').filter({ hasText: 'Jenna Park' }).getByText('Assigned').waitFor()
  }
  await expectGoodPage(marcus.page)
  expect(await notified(first.id)).toEqual(['shift_assigned'])

  // Postponed: seats are free again, and students who had one are notified.
  const later = await ask(ana.page, second.id, 'Postpone')
  await later.getByLabel('Reason').fill('The unit is painted that week.')
  await later.getByRole('button', { name: 'Postpone' }).click()
  await ana.page.getByText('Shift postponed').waitFor()
  await state(ana.page, 'Postponed')
  await expect.poll(() => notified(second.id)).toEqual(['shift_assigned', 'shift_cancelled'])

  // Canceled: they are notified too, and the lost hours must be made up.
  const off = await ask(ana.page, first.id, 'Cancel shift')
  await off.getByLabel('Why').selectOption({ label: 'Weather' })
  await off.getByLabel('Reason').fill('The roads are closed.')
  await off.getByRole('button', { name: 'Cancel shift' }).click()
  await ana.page.getByText('1 shift canceled').waitFor()
  await state(ana.page, 'Canceled')
  await expectGoodPage(ana.page)
  await expect.poll(() => notified(first.id)).toEqual(['shift_assigned', 'shift_cancelled'])
  await expect
    .poll(() => notified(first.id, demoId('marcus.proctor@lakeshore.example')))
    .toContain('shift_cancelled')

  await ana.page.goto('/school/dashboard')
  await ana.page.getByRole('button', { name: /make-ups? to plan/ }).click()
  const need = ana.page
    .getByRole('list', { name: 'What needs you' })
    .getByRole('row')
    .filter({ has: ana.page.locator(`a[href="/shift/${first.id}"]`) })
  await need.getByRole('button', { name: /^Assign: / }).click()
  const makeup = ana.page.getByRole('form', { name: 'Make-up' })
  await makeup.getByRole('combobox', { name: 'Shift' }).fill(title)
  await ana.page.getByRole('option', { name: new RegExp(`Apr 17, 2027.*${title}`) }).click()
  await makeup.getByLabel('Reason').fill('The renewal is on its way.')
  await makeup.getByRole('button', { name: 'Assign' }).click()
  await makeup.waitFor({ state: 'detached' })
  await need.waitFor({ state: 'detached' })

  const jenna = await person('jenna', { at: '/student/shifts?show=makeups', size: 'phone' })
  const given = jenna.page
    .locator('section')
    .filter({ has: jenna.page.locator(`a[href="/shift/${first.id}"]`) })
  await given.last().locator(`a[href="/shift/${third.id}"]`).waitFor()
  await expectGoodPage(jenna.page)
  await given.last().locator(`a[href="/shift/${third.id}"]`).click()
  await jenna.page.getByRole('heading', { name: 'Your seat' }).waitFor()
  await jenna.page.getByText('6:30 AM–3:00 PM').filter({ visible: true }).first().waitFor()
}, 180_000)
