import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { expectGoodPage, person } from './people.ts'

const admin = openDatabase()

/** Creates a draft for Jenna and two others, who can choose between two labs on one day: one of them has a single seat. */
async function draftForThree(): Promise<{ id: string; names: string[] }> {
  const [school, jenna] = [demoId('lakeshore'), demoId('jenna.student@lakeshore.example')]
  const { rows } = await admin.query<{ id: string; full_name: string }>(
    `select m.student_id as id, u.full_name from public.cohort_memberships m join public.users u on u.id = m.student_id and u.status = 'active'
     where m.school_id = $1 and m.to_date is null order by m.student_id <> $2, u.full_name limit 3`,
    [school, jenna],
  )
  const id = demoId('wishlist of three')
  await admin.query(
    `insert into public.cohorts (id, school_id, name, start_date, expected_graduation, status)
     values ($1, $2, 'Class of three', current_date - 100, current_date + 500, 'active')`,
    [id, school],
  )
  await admin.query(
    'update public.cohort_memberships set cohort_id = $1 where student_id = any ($2::uuid[]) and to_date is null',
    [id, rows.map((row) => row.id)],
  )
  await admin.query(
    `insert into public.wishlist_campaigns (id, school_id, semester_id, name, cohort_ids, min_choices, max_choices, opens_on, closes_on, status)
     select $1, $2, t.id, 'Labs for three', array[$1::uuid], 1, 2, current_date - 9, current_date + 5, 'draft' from public.semesters t
     where t.school_id = $2 order by t.end_date desc limit 1`,
    [id, school],
  )
  for (const [name, seats] of [
    ['Morning lab', 1],
    ['Long lab', 3],
  ] as const)
    await admin.query(
      `with t as (select w.semester_id, s.end_date - 2 as day from public.wishlist_campaigns w join public.semesters s on s.id = w.semester_id where w.id = $2),
       r as (insert into public.shift_series (id, school_id, semester_id) select $1, $3, semester_id from t returning id),
       x as (insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, specialty, experience_type, capacity,
           approved_capacity, seats, seats_limit, series_id, status, signup_mode, submitted_at, decided_at)
         select $3, semester_id, $4, day, '06:00', '07:00', 'America/Chicago', day + time '12:00', day + time '13:00', 'fundamentals', 'skills_lab', $5, $5, $5, 'shift',
           $1, 'approved', 'assigned', now(), now() from t returning id),
       o as (insert into public.rotations (id, school_id, semester_id, series_id, name, specialty, experience_type, pattern, start_time, end_time, seats)
         select $1, $3, semester_id, $1, $4, 'fundamentals', 'skills_lab', jsonb_build_object('weekdays', jsonb_build_array(extract(isodow from day)::integer), 'every_weeks', 1,
           'from', day, 'to', day, 'skipped', '[]'::jsonb), '06:00', '07:00', $5 from t returning id)
       insert into public.wishlist_options (id, school_id, campaign_id, rotation_id, series_id, position, name, specialty, weekdays, first_date, last_date, start_time, end_time,
         shift_count, hours, seats)
       select $1, $3, $2, $1, $1, $5, $4, 'fundamentals', array[extract(isodow from day)::integer], day, day, '06:00', '07:00', 1, 1, $5 from t`,
      [demoId(name), id, school, name, seats],
    )
  return { id, names: rows.map((row) => row.full_name) }
}

it('a student ranks rotations by keyboard and by dragging, and each change is saved', async () => {
  const { page, complaints } = await person('jenna', {
    at: '/student/wishlist',
    size: 'phone',
    isFresh: true,
  })
  await page.getByRole('link', { name: 'Rank rotations' }).click()
  await page.getByRole('heading', { name: 'Your ranking' }).waitFor()
  await expectGoodPage(page)
  const words = page.getByRole('img', { name: /^Map: / }).locator('text')
  const heights = words.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.min(...(await heights))).toBeGreaterThan(11)
  const add = page.getByRole('button', { name: /^Add .+, / })
  for (const count of [1, 2, 3]) {
    await add.first().click()
    await expect.poll(() => page.getByRole('button', { name: /^Remove / }).count()).toBe(count)
    // The pressed button is gone: the focus is on the next one, or on the ranked option.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^(Add|Move) /)
  }
  const names = () =>
    page
      .getByRole('button', { name: /^Move / })
      .evaluateAll((handles) => handles.map((handle) => handle.dataset['handle']))
  const [first, second, third] = await names()
  await page.getByRole('button', { name: /, choice 3 of 3/ }).press('ArrowUp')
  await expect.poll(names).toEqual([first, third, second])
  // The moved handle keeps the focus.
  await page.keyboard.press('Home')
  await expect.poll(names).toEqual([third, first, second])

  // Dropped below the middle of the last row, it becomes the last.
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move / }) })
  await page.getByRole('heading', { name: 'Your ranking' }).evaluate((heading) => heading.scrollIntoView())
  const handle = (await page.getByRole('button', { name: /, choice 1 of 3/ }).boundingBox())!
  const last = (await rows.last().boundingBox())!
  await page.mouse.move(handle.x + 20, handle.y + 20)
  await page.mouse.down()
  await page.mouse.move(handle.x + 20, last.y + last.height - 2, { steps: 8 })
  await page.mouse.up()
  await expect.poll(names).toEqual([first, second, third])
  await page.getByText('All changes saved').waitFor()
  await page.reload()
  await expect.poll(names).toEqual([first, second, third])
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('a comment on a choice is saved a moment after the last key, while its field still has the focus', async () => {
  const at = '/student/wishlist/rotations'
  const { page, complaints } = await person('jenna', { at, size: 'thumb', isFresh: true })
  await page.getByRole('heading', { name: 'Your ranking' }).waitFor()
  const comment = page.getByRole('textbox', { name: /^Comment on / }).first()
  const add = page.getByRole('button', { name: /^Add .+, / }).first()
  await comment.or(add).first().waitFor()
  if ((await comment.count()) === 0) await add.click()
  await comment.waitFor()
  await expectGoodPage(page)
  await comment.pressSequentially('I live close by.')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await comment.evaluate((field) => field === document.activeElement)).toBe(true)
  await expectGoodPage(page)
  await page.reload()
  await expect.poll(() => comment.inputValue()).toBe('I live close by.')
  expect(complaints).toEqual([])
})

it('a school creates a wishlist, sees who is missing, reminds them and enters choices for one', async () => {
  const { page, complaints } = await person('ana', { at: '/school/wishlists?semester=all', isFresh: true })
  await page.getByRole('button', { name: 'New wishlist' }).click()
  const form = page.getByRole('form', { name: 'New wishlist' })
  await form.getByRole('button', { name: 'Create draft' }).click()
  await form.getByText('Give the wishlist a name.').first().waitFor()
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Cancel' }).click()

  // On the page of one semester the form is preset to it.
  await page.goto('/school/wishlists')
  await page.getByRole('button', { name: 'New wishlist' }).click()
  await expect.poll(() => form.getByLabel('Semester').inputValue()).not.toBe('')
  await page.goto('/school/wishlists?semester=all')

  await page.getByRole('link', { name: 'Open Upcoming rotations' }).click()
  await page.getByRole('heading', { name: 'Students' }).waitFor()
  await page.getByRole('button', { name: /^Remind / }).click()
  await page.getByText('Reminders sent').waitFor()
  await page.getByRole('button', { name: /^Not started/ }).click()
  await page.waitForURL(/show=not_started/)
  await page.getByRole('button', { name: 'Enter choices for Nora Lindgren' }).click()
  const dialog = page.getByRole('dialog', { name: /^Choices of/ })
  await dialog.getByLabel('Rotations').first().click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Save choices' }).click()
  await page.getByText('Choices saved').waitFor()
  await page.getByRole('button', { name: /^In progress/ }).click()
  await page.getByText('(entered by the school)').waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('of two students who want the only seat one gets it, both read why, and a concern is raised and answered', async () => {
  const { id, names } = await draftForThree()
  const { page, complaints } = await person('ana', { at: `/school/wishlists?id=${id}` })
  await page.getByRole('button', { name: 'Announce', exact: true }).click()
  await page.getByRole('button', { name: 'Announce wishlist' }).click()
  await page.getByText('Wishlist announced').waitFor()

  // Jenna ranks on her own, the school ranks for her classmates: the second wants the same seat.
  const { page: jenna } = await person('jenna', { at: `/student/wishlist/rotations?id=${id}`, size: 'phone' })
  for (const lab of ['Morning lab', 'Long lab'])
    await jenna.getByRole('button', { name: new RegExp(`^Add ${lab}`) }).click()
  await jenna.getByText('All changes saved').waitFor()
  for (const [name, lab] of [
    [names[1], 'Morning lab'],
    [names[2], 'Long lab'],
  ] as const) {
    await page.getByRole('button', { name: `Enter choices for ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: /^Choices of/ })
    await dialog.getByLabel('Rotations').first().click()
    await page.getByRole('option', { name: new RegExp(`^${lab}`) }).click()
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Save choices' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  // Everyone has chosen, so the school need not wait for the last day; closing by mistake is undone.
  const closeNow = page.getByRole('button', { name: 'Close now' })
  const phase = (words: string) => page.locator('main').getByText(words, { exact: true }).first()
  const confirm = async () => {
    await closeNow.click()
    const question = page.getByRole('dialog', { name: 'Close Labs for three now?' })
    await expectGoodPage(page)
    await question.getByRole('button', { name: 'Close now' }).click()
    await phase('Closed').waitFor()
  }
  await confirm()
  await page.getByRole('button', { name: 'Undo' }).click()
  await phase('Open').waitFor()
  await confirm()
  await page.goto(`/school/wishlists?id=${id}&view=runs`)
  await page.getByLabel('Require clearance').uncheck()
  await page.getByRole('button', { name: 'Run the match' }).click()
  await page.getByRole('button', { name: 'Publish results' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish results' }).click()
  await page.getByRole('button', { name: 'Concerns' }).or(page.getByLabel('Concerns')).first().waitFor()

  await jenna.reload()
  await jenna.getByRole('heading', { name: 'Your result' }).waitFor()
  const seats = await admin.query<{ title: string }>(
    `select s.title from public.assignments a join public.shifts s on s.id = a.shift_id where s.series_id = any ($1::uuid[]) and a.status = 'assigned' order by 1`,
    [['Morning lab', 'Long lab'].map(demoId)],
  )
  expect(seats.rows.map(({ title }) => title)).toEqual(['Long lab', 'Long lab', 'Morning lab'])
  expect(
    await jenna
      .getByText(/Morning lab|Your choice 1/)
      .first()
      .isVisible(),
  ).toBe(true)
  for (const other of names.slice(1)) expect(await jenna.getByText(other).count()).toBe(0)
  await jenna.getByLabel('What is wrong?').fill('I have a lab course on that morning.')
  await jenna.getByRole('button', { name: 'Tell your school' }).click()
  await jenna.getByText('I have a lab course on that morning.').first().waitFor()
  await expectGoodPage(jenna)

  await page.goto(`/school/wishlists?id=${id}&view=concerns`)
  await page.getByRole('textbox', { name: /^Answer/ }).fill('We move you to the other lab.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByRole('button', { name: 'Send answer' }).waitFor({ state: 'hidden' })
  await jenna.reload()
  await jenna.getByText('We move you to the other lab.').waitFor()
  expect(complaints).toEqual([])
})
