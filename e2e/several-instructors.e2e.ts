/** Two instructors on one shift: planned by keyboard, counted in the seats, changed in the table, and shown on both phones. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { demo, expectGoodPage, person } from './people.ts'

const admin = openDatabase()

it('a planner names two, reads how many students they may supervise together, and changes them in the table', async () => {
  const { page } = await person('ana', { at: '/shifts' })
  const title = `Two groups ${randomUUID().slice(0, 8)}`
  await page.getByRole('button', { name: 'Plan a shift' }).first().click()
  const form = page.getByRole('form', { name: 'Plan a shift' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Semester').selectOption({ label: 'Spring 2027' })
  await form.getByRole('combobox', { name: 'Unit' }).fill('Labor')
  await page.getByRole('option', { name: /^Labor and Delivery/ }).click()
  await form.getByRole('textbox', { name: 'Date' }).fill('2027-04-24')
  await form.getByRole('textbox', { name: 'Seats' }).fill('60')
  const instructors = form.getByRole('combobox', { name: 'Instructors' })
  const limits = form.getByRole('region', { name: 'Limits and rules' })
  for (const name of ['Marcus', 'Denise']) {
    await instructors.fill(name)
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await limits
    .getByText(/students per instructor.* With 2 instructors that is/)
    .first()
    .waitFor()
  await form.getByRole('button', { name: 'Save draft' }).click()
  const planned = async () =>
    (
      await admin.query<{ id: string; first: string; others: string[] }>(
        'select s.id, u.full_name as first, array(select m.full_name from public.users m where m.id = any (s.more_proctor_ids)) as others from public.shifts s join public.users u on u.id = s.proctor_id where s.title = $1',
        [title],
      )
    ).rows
  await expect.poll(async () => (await planned()).length).toBe(1)
  const { id } = (await planned())[0]!
  await page.goto(`/shift/${id}`)
  await page.getByText('Instructors', { exact: true }).waitFor()
  await page.getByText(/^Marcus Bell, Denise/).waitFor()
  await expectGoodPage(page)

  // In the table: the second one is removed, without a mouse.
  await page.goto(`/shifts?semester=all&q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: /^Edit instructors: / }).press('Enter')
  const cell = page.getByRole('combobox', { name: /^Instructors: / })
  await cell.press('Backspace')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await cell.waitFor({ state: 'detached' })
  const rows = await admin.query<{ more: string[] }>(
    'select more_proctor_ids as more from public.shifts where id = $1',
    [id],
  )
  expect(rows.rows[0]!.more).toEqual([])
})

it('the second of two instructors sees the shift as their own, also on a phone', async () => {
  const { rows } = await admin.query<{ id: string }>(
    `with m as (select u.id, u.linked_school_id from public.users u where u.id = $1),
       free as (select x.id from public.shifts x, m where x.school_id = m.linked_school_id and x.status = 'published' and x.starts_at > now() + interval '7 days'
         and x.proctor_id <> m.id and not exists (select from priv.leader_times t where t.person_id = m.id
           and t.busy && tstzrange(x.starts_at - interval '8 hours', x.ends_at + interval '8 hours')) order by x.starts_at limit 1)
     update public.shifts x set more_proctor_ids = x.more_proctor_ids || m.id from free, m where x.id = free.id returning x.id`,
    [demoId(demo('marcus').email)],
  )
  const { page } = await person('marcus', { size: 'phone', at: `/shift/${rows[0]!.id}` })
  await page.getByText('Instructors', { exact: true }).waitFor()
  await page.getByText(/, Marcus Bell$/).waitFor()
  await page
    .getByRole('heading', { name: /Attendance|Students/ })
    .first()
    .waitFor()
  await expectGoodPage(page)
  await admin.query(
    `update public.shifts set more_proctor_ids = array_remove(more_proctor_ids, $2::uuid) where id = $1`,
    [rows[0]!.id, demoId(demo('marcus').email)],
  )
})
