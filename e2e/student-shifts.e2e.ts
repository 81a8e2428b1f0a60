import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import {
  waitUntilSettled,
  expectGoodPage,
  person,
  signIn,
  sizes,
  visitor,
  type Visitor,
  giveOverrideReason,
  pick,
} from './people.ts'

const admin = openDatabase()
let mate: { id: string; email: string; full_name: string }
beforeAll(async () => {
  // A classmate with Jenna's password and nothing in the spring.
  const { rows } = await admin.query<typeof mate>(
    `select u.id, u.email, u.full_name from public.cohort_memberships m join public.cohort_memberships o on o.cohort_id = m.cohort_id and o.to_date is null
     join public.users u on u.id = o.student_id and u.status = 'active' where m.student_id = $1 and m.to_date is null and u.id <> $1 order by u.full_name desc limit 1`,
    [demoId('jenna.student@lakeshore.example')],
  )
  mate = rows[0]!
  await admin.query(
    `update priv.credentials c set client_setting = j.client_setting, verifier = j.verifier from priv.credentials j where c.user_id = $1 and j.user_id = $2`,
    [mate.id, demoId('jenna.student@lakeshore.example')],
  )
  // Swaps need no coordinator if students choose their shifts.
  await admin.query(
    `update public.schools set settings = settings || '{"self_signup": true}' where id = $1`,
    [demoId('lakeshore')],
  )
})

/** Creates a published shift on a Sunday of next semester that students may take; `cutoff` is a PostgreSQL interval. */
async function openShift(
  title: string,
  { seats, sunday, cutoff = '48 hours' }: { seats: number; sunday: number; cutoff?: string },
) {
  const { rows } = await admin.query<{ id: string }>(
    `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, experience_type, capacity,
       approved_capacity, seats, seats_limit, status, signup_mode, submitted_at, decided_at, published_at, instructor_to_be_named, drop_cutoff_at, created_by)
     select $1, t.id, $2, d.date, '07:00', '15:00', 'America/Chicago', s.at, s.at + interval '8 hours', $3, 'mental_health', 'group', $4, $4, $4, 'shift', 'published', 'self_signup',
       now(), now(), now(), true, s.at - $6::interval, $7
     from (select * from public.semesters where school_id = $1 and start_date > current_date order by start_date limit 1) t
     cross join lateral (select (date_trunc('week', t.start_date + interval '7 days') + interval '6 days')::date + 7 * $5::integer as date) d
     cross join lateral (select (d.date + time '07:00') at time zone 'America/Chicago' as at) s
     returning id`,
    [
      demoId('lakeshore'),
      title,
      demoId('main-5e'),
      seats,
      sunday,
      cutoff,
      demoId('ana.coordinator@lakeshore.example'),
    ],
  )
  return rows[0]!.id
}

async function classmate(): Promise<Visitor> {
  const someone = await visitor()
  await signIn(someone.page, mate.email)
  return someone
}
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const menu = async (page: Page, title: string, action: string): Promise<void> => {
  await card(page, title)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('heading', { name: 'Shifts', level: 1 }).waitFor()
}
const statusOf = async (shift: string, student: string): Promise<string | undefined> =>
  (
    await admin.query<{ status: string }>(
      'select status from public.assignments where shift_id = $1 and student_id = $2 order by asked_at desc limit 1',
      [shift, student],
    )
  ).rows[0]?.status

describe('a seat', () => {
  it('shows what is missing for it before it is taken: in the list and on its page', async () => {
    const shift = await openShift('Sunday Needs', { seats: 4, sunday: 1 })
    const { page } = await person('jenna')
    await open(page, '/student/shifts?show=open')
    const needs = card(page, 'Sunday Needs')
    await needs.getByRole('button', { name: /^Take this shift/ }).waitFor()
    await needs.getByText('Not cleared').waitFor()
    await page.goto(`/shift/${shift}`)
    await page.getByRole('button', { name: 'Take this shift' }).waitFor()
    await page.getByText('Not cleared').waitFor()
    expect(await page.getByRole('link', { name: 'Fix this' }).getAttribute('href')).toBe(
      '/student/credentials',
    )
  })

  it('the last one is taken immediately; the next student is waitlisted, is offered it when it is dropped, and accepts', async () => {
    const shift = await openShift('Sunday Circle', { seats: 1, sunday: 1 })
    const jenna = await person('jenna')
    const other = await classmate()
    await open(jenna.page, '/student/shifts?show=open')
    await open(other.page, '/student/shifts?show=open')
    await card(other.page, 'Sunday Circle').waitFor()

    // Shown before the server responds: the request continues once the button is gone.
    let letGo: () => void = () => undefined
    const isShown = new Promise<void>((shown) => {
      letGo = shown
    })
    await jenna.page.route('**/rpc/assignments/ask', async (route) => {
      await isShown
      await route.continue()
    })
    const button = card(jenna.page, 'Sunday Circle').getByRole('button', { name: /^Take this shift/ })
    await button.click()
    await button.waitFor({ state: 'detached' })
    letGo()
    await jenna.page.getByText('You’re in').waitFor()

    // Refused with the reason; the screen is restored, with the next step.
    await card(other.page, 'Sunday Circle')
      .getByRole('button', { name: /^Take this shift/ })
      .click()
    const refusal = other.page.getByRole('alert').filter({ hasText: 'This shift is full.' })
    await refusal.getByRole('button', { name: 'Join the waitlist' }).click()
    await other.page.getByText('You are on the waitlist').waitFor()
    await open(other.page, '/student/shifts?show=requests')
    await card(other.page, 'Sunday Circle').getByText('You are number 1 in line.').waitFor()
    for (const size of [sizes.phone, sizes.wide]) {
      await other.page.setViewportSize(size)
      await expectGoodPage(other.page)
    }

    await open(jenna.page, '/student/shifts')
    await menu(jenna.page, 'Sunday Circle', 'Drop shift')
    await jenna.page.getByRole('dialog').getByRole('button', { name: 'Drop shift' }).click()
    await jenna.page.getByText('Shift dropped').waitFor()
    await expect.poll(() => statusOf(shift, mate.id)).toBe('offered')

    await other.page.goto('/student/dashboard')
    const offer = card(other.page, 'Sunday Circle').first()
    await offer.getByText('Answer within').waitFor()
    await offer.getByRole('button', { name: /^Accept seat/ }).click()
    await other.page.getByText('You’re in').waitFor()
    expect(await statusOf(shift, mate.id)).toBe('assigned')
  })

  it('just taken can be dropped again from the message', async () => {
    const shift = await openShift('Sunday Undone', { seats: 3, sunday: 2 })
    const { page } = await person('jenna')
    await open(page, '/student/shifts?show=open')
    // Pressed twice, it is requested once; the shift that moved under the finger is not.
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/assignments/ask')) asked.push(request.postData() ?? '')
    })
    await card(page, 'Sunday Undone')
      .getByRole('button', { name: /^Take this shift/ })
      .dblclick()
    await page.getByText('You’re in').waitFor()
    await waitUntilSettled(page)
    expect(asked.map((one) => one.includes(shift))).toEqual([true])
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Shift dropped').waitFor()
    expect(await statusOf(shift, demoId('jenna.student@lakeshore.example'))).toBe('dropped')
  })

  it('too late to drop becomes a request to the coordinator, even if the screen did not know yet', async () => {
    const shift = await openShift('Sunday Late', { seats: 3, sunday: 3 })
    const { page } = await person('jenna')
    await open(page, '/student/shifts?show=open')
    await card(page, 'Sunday Late')
      .getByRole('button', { name: /^Take this shift/ })
      .click()
    await page.getByText('You’re in').waitFor()
    await open(page, '/student/shifts')
    await card(page, 'Sunday Late').getByText('You can drop it until').waitFor()
    // The cutoff passes while the page is open.
    await admin.query(`update public.shifts set drop_cutoff_at = now() - interval '1 hour' where id = $1`, [
      shift,
    ])
    await menu(page, 'Sunday Late', 'Drop shift')
    await page.getByRole('dialog').getByRole('button', { name: 'Drop shift' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'too late to drop this shift' })
    await refusal.getByRole('button', { name: 'Ask to drop' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Ask coordinator' }).click()
    const why = question.getByLabel('Why can’t you come?')
    await expect.poll(() => why.evaluate((field) => field === document.activeElement)).toBe(true)
    await why.fill('My sister marries that day.')
    await question.getByRole('button', { name: 'Ask coordinator' }).click()
    await card(page, 'Sunday Late').getByText('You asked to be taken off.').waitFor()
    expect(await statusOf(shift, demoId('jenna.student@lakeshore.example'))).toBe('assigned')
  })

  it('blockers of a shift are shown in a list and on its page', async () => {
    const [mine, other] = [
      await openShift('Sunday First', { seats: 3, sunday: 7 }),
      await openShift('Sunday Second', { seats: 3, sunday: 7 }),
    ]
    await admin.query(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select id, school_id, $2, 'assigned', tstzrange(starts_at, ends_at), tstzrange(starts_at, ends_at) from public.shifts where id = $1`,
      [mine, demoId('jenna.student@lakeshore.example')],
    )
    const { page } = await person('jenna')
    await open(page, '/student/shifts?show=open&more=yes')
    const blocked = page.getByRole('list', { name: 'Not available to you now' })
    const reason = await blocked
      .getByRole('article')
      .filter({ hasText: 'Sunday Second' })
      .getByText(/^Another shift is at that time/)
      .first()
      .innerText()
    await expectGoodPage(page)
    await page.goto(`/shift/${other}`)
    const seat = page.getByRole('region', { name: 'Your seat' })
    await seat.getByText(reason.replace(' View that shift', '')).waitFor()
    expect(await seat.getByRole('button').count()).toBe(0)
  })

  it('the school reads by name whom it can’t assign, with the reason and the next step', async () => {
    const shift = await openShift('Sunday Crowd', { seats: 2, sunday: 6 })
    const { page } = await person('ana', { at: `/shift/${shift}` })
    await page.getByRole('button', { name: 'Assign students' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign students' })
    const boxes = dialog.getByRole('list', { name: 'Available students' }).getByRole('checkbox')
    const names: string[] = []
    for (const at of [0, 1, 2]) {
      await boxes.nth(at).check()
      names.push((await boxes.nth(at).evaluate((box: HTMLInputElement) => box.labels![0]!.textContent))!)
    }
    // A colleague has already assigned the first.
    await admin.query(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, u.id, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
       from public.shifts x join public.users u on u.linked_school_id = x.school_id and u.full_name = $2 where x.id = $1`,
      [shift, names[0]],
    )
    await giveOverrideReason(dialog)
    await dialog.getByRole('button', { name: 'Assign 3' }).click()
    const refusal = dialog.getByRole('alert').filter({ hasText: '2 students were not assigned' })
    await refusal.waitFor()
    expect(await refusal.getByRole('listitem').allInnerTexts()).toEqual([
      `${names[0]}: Already on this shift.`,
      expect.stringMatching(
        new RegExp(
          `^${names[2]}: This shift is full\\. .* taken.* Add seats to it, take someone off it, or choose another shift\\.`,
        ),
      ),
    ])
    await page.getByText('1 student assigned').waitFor()
    await dialog.getByText('0 chosen, 0 seats free').waitFor()
    await expectGoodPage(page)
  })

  it('is swapped between two students: proposed and accepted, and both schedules change', async () => {
    const [mine, theirs] = [
      await openShift('Sunday Mine', { seats: 3, sunday: 4 }),
      await openShift('Sunday Theirs', { seats: 3, sunday: 5 }),
    ]
    const jenna = await person('jenna')
    const other = await classmate()
    for (const [page, title] of [
      [jenna.page, 'Sunday Mine'],
      [other.page, 'Sunday Theirs'],
    ] as const) {
      await open(page, '/student/shifts?show=open')
      await card(page, title)
        .getByRole('button', { name: /^Take this shift/ })
        .click()
      await page.getByText('You’re in').waitFor()
    }
    await open(jenna.page, '/student/shifts')
    await menu(jenna.page, 'Sunday Mine', 'Swap with a classmate')
    const dialog = jenna.page.getByRole('dialog', { name: 'Swap with a classmate' })
    // What is not asked yet is not missed.
    await dialog.getByRole('button', { name: 'Propose swap' }).click()
    await dialog.getByText('Choose a classmate.').first().waitFor()
    expect(await dialog.getByText('Choose what you get in return.').count()).toBe(0)
    // A part of the name and Enter choose a classmate; what is given away is for the student to say.
    const classmates = dialog.getByRole('combobox', { name: 'Classmate' })
    await classmates.click()
    await classmates.pressSequentially(mate.full_name.slice(0, -1))
    await jenna.page.getByRole('option', { name: mate.full_name }).waitFor()
    await classmates.press('Enter')
    await dialog.getByRole('radio', { name: /^Nothing/ }).waitFor()
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0)
    // The message is there for another seat too.
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Could we swap?')
    const seat = dialog.getByLabel('Your seat')
    const chosen = await seat.inputValue()
    await seat.selectOption({ index: 0 })
    await dialog.getByRole('combobox', { name: 'Classmate' }).waitFor()
    await seat.selectOption(chosen)
    await dialog.getByRole('combobox', { name: 'Classmate' }).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Could we swap?')
    await pick(dialog, 'Classmate', mate.full_name)
    await dialog
      .getByRole('radio', { name: /Feb|Mar|Jan|Apr/ })
      .last()
      .waitFor()
    for (const size of [sizes.phone, sizes.wide]) {
      await jenna.page.setViewportSize(size)

      await expectGoodPage(jenna.page)
    }
    await dialog
      .getByRole('radio', { name: /5 East/ })
      .last()
      .check()
    await dialog.getByRole('button', { name: 'Propose swap' }).click()
    await jenna.page.getByText('Swap proposed').waitFor()
    await jenna.page.getByText(`Waiting for ${mate.full_name}`).waitFor()

    await other.page.goto('/student/dashboard')
    await other.page.getByText('Jenna Park is waiting for your answer to a swap').waitFor()
    await other.page.getByRole('link', { name: 'Answer', exact: true }).click()
    await other.page.getByRole('button', { name: 'Agree' }).click()
    await other.page.getByText('Swapped. Both schedules are updated.').waitFor()
    const jennas = demoId('jenna.student@lakeshore.example')
    expect(await Promise.all([statusOf(mine, mate.id), statusOf(theirs, jennas)])).toEqual([
      'assigned',
      'assigned',
    ])
  })
})

it('a student’s pages send the four queries in one round trip', async () => {
  const { page } = await person('jenna')
  // The requests of the sign-in are done.
  await page.getByRole('heading', { name: 'Your next shift' }).waitFor()
  await waitUntilSettled(page)
  // A notification refetches what it concerns; only the page's own requests count here.
  await page.route('**/rpc/notifications/live', () => undefined)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const four = ['mine', 'available', 'progress', 'atSignIn'].map((call) => `/rpc/assignments/${call}`)
  await page.goto('/student/shifts')
  await waitUntilSettled(page)
  expect(asked.filter((path) => four.includes(path))).toEqual(['/rpc/assignments/atSignIn'])
  // The dashboard includes them.
  asked.length = 0
  await page.goto('/student/dashboard')
  await page.getByRole('heading', { name: 'Your next shift' }).waitFor()
  await waitUntilSettled(page)
  expect(asked.filter((path) => four.includes(path))).toEqual([])
})

it('a part of a student’s first page that fails says so, and can be retried', async () => {
  const { page } = await person('jenna')
  await page.locator('main h1').waitFor()
  await waitUntilSettled(page)
  // Nothing is included in the document, and these requests fail until they are allowed.
  const failing = new Set([
    'assignments/atSignIn',
    'assignments/available',
    'assignments/swaps',
    'shifts/get',
  ])
  await page.route('**/rpc/**', (route) => {
    const { pathname } = new URL(route.request().url())
    return failing.has(pathname.slice('/rpc/'.length))
      ? route.fulfill({ status: 500, body: 'down' })
      : route.fallback()
  })
  await page.route('**/student/dashboard', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const body = await answer.text()
    return route.fulfill({
      response: answer,
      body: body.replace(/<script[^>]* id="first-answers">.*?<\/script>/, ''),
    })
  })
  await page.goto('/student/dashboard')
  const alert = (title: string) => page.getByRole('alert').filter({ hasText: title })
  const parts = [
    { part: alert('Open shifts couldn’t be loaded'), asks: 'assignments/available' },
    { part: alert('How to arrive couldn’t be loaded'), asks: 'shifts/get' },
    { part: alert('Swaps couldn’t be loaded'), asks: 'assignments/swaps' },
  ]
  for (const { part } of parts) await part.waitFor()
  await page.getByText(/^(begins in|has begun)/).waitFor()
  await expectGoodPage(page)
  for (const { part, asks } of parts) {
    // One at a time: a part that loads in the meantime would remove another's button.
    failing.delete(asks)
    await part.getByRole('button', { name: 'Try again' }).click()
    await part.waitFor({ state: 'hidden' })
  }
  await page.getByRole('list', { name: 'Open shifts for you' }).waitFor()
  await page.getByText('What to bring').waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'couldn’t be loaded' }).count()).toBe(0)
})

describe('a proctor', () => {
  it('sees today, what is next, the schedule to print, and the students with their hours', async () => {
    const { page } = await person('marcus', { at: '/proctor/dashboard' })
    await page.getByRole('heading', { name: /^(Next|Your next shift)$/ }).waitFor()
    await page.getByRole('list', { name: 'Students attending' }).first().waitFor()
    await page.goto('/proctor/schedule')
    await page.getByRole('list', { name: 'Upcoming shifts' }).getByRole('article').first().waitFor()
    await page.getByRole('button', { name: 'Calendar' }).click()
    await page.waitForURL(/view=calendar/)
    await page.getByRole('region', { name: 'shifts', exact: true }).waitFor()
    await page.goto('/proctor/students')
    await page.getByRole('link', { name: 'Jenna Park' }).click()
    await page.getByRole('heading', { name: 'Jenna Park', level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'Shifts with you' }).waitFor()
    for (const size of [sizes.phone, sizes.wide]) {
      await page.setViewportSize(size)
      await expectGoodPage(page)
    }
  })
  it('sees that the calendar can’t be loaded, and retries', async () => {
    const { page } = await person('marcus', { at: '/proctor/schedule' })
    await waitUntilSettled(page)
    let isDown = true
    await page.route('**/rpc/shifts/list', (route) =>
      isDown ? route.fulfill({ status: 500, body: 'down' }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Calendar' }).click()
    const failed = page.getByRole('alert').filter({ hasText: 'Your shifts couldn’t be loaded' })
    await failed.waitFor()
    await expectGoodPage(page)
    // News of a shift can have the page ask again by itself, so the answer stays the same until the button was pressed.
    const isAsked = page.waitForRequest('**/rpc/shifts/list')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await isAsked
    isDown = false
    await page.getByRole('region', { name: 'shifts', exact: true }).waitFor()
  })
})

it('has one menu next to the title on a phone, with everything else in it', async () => {
  const { page } = await person('jenna', { size: 'thumb', at: '/student/shifts' })
  const more = page.getByRole('button', { name: 'More actions' })
  await more.waitFor()
  await waitUntilSettled(page)
  const exported = page.getByRole('button', { name: 'Export' })
  expect(await exported.isVisible()).toBe(false)
  await more.tap()
  await expectGoodPage(page)
  await exported.tap()
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
  await expectGoodPage(page)
})

it('shows the chosen tab completely on a phone, even when counts arrive later', async () => {
  const { page } = await person('jenna', { size: 'thumb', at: '/student/shifts?show=makeups' })
  const chosen = page.getByRole('button', { name: /^Make-ups/ })
  await chosen.waitFor()
  await waitUntilSettled(page)
  const [option, row] = await chosen.evaluate((button) =>
    [button, button.closest('fieldset')!].map((one) => one.getBoundingClientRect().right),
  )
  expect(option).toBeLessThanOrEqual(row!)
})
