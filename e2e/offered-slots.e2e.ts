/** A facility offers open slots; of two schools that look at them the first to press gets one, and the facility sees who. */
import { beforeAll, expect, it } from 'vitest'
import { addDays, formatDate, todayIn, weekdayOf } from '#core/plain-date.ts'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { demo, expectGoodPage, person, signIn, visitor } from './people.ts'

const helen = 'helen.sorensen@northwoods.example'
const admin = openDatabase()
beforeAll(async () => {
  // The planner of another partner, with Ana's password.
  await admin.query(
    `insert into priv.credentials select (jsonb_populate_record(c, jsonb_build_object('user_id', u.id))).* from priv.credentials c, public.users a, public.users u
     where c.user_id = a.id and a.email = $1 and u.email = $2
     on conflict (user_id) do update set client_setting = excluded.client_setting, verifier = excluded.verifier`,
    [demo('ana').email, helen],
  )
})

// Two Sundays in spring on which Labor and Delivery has no one.
const today = todayIn('America/Chicago')
const begin = addDays(today > '2027-02-01' ? today : '2027-02-01', 14)
const sunday = addDays(begin, 7 - weekdayOf(begin))
const [first, second] = [sunday, addDays(sunday, 7)]
const shown = (date: string) => formatDate(date, 'weekday')

it('is offered, taken by one school, refused to the other with the reason, and withdrawn', async () => {
  const frank = await person('frank', { at: '/facility/shifts?view=offers' })
  await frank.page.getByRole('button', { name: 'Offer open slots' }).first().click()
  const form = frank.page.getByRole('form', { name: 'Offer open slots' })
  await form.getByRole('combobox', { name: 'Unit' }).fill('Labor')
  await frank.page
    .getByRole('listbox')
    .getByRole('option', { name: /^Labor and Delivery/ })
    .click()
  await form.getByRole('button', { name: 'D12 7:00 AM–7:00 PM' }).click()
  expect(await form.getByLabel('Ends').inputValue()).toBe('7:00 PM')
  await form.getByRole('textbox', { name: 'Day' }).fill(first)
  await form.getByLabel('Repeat every week').check({ force: true })
  await form.getByText('Sun', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Until' }).fill(second)
  await form.getByRole('textbox', { name: 'Seats each' }).fill('3')
  await form.getByRole('textbox', { name: 'Note' }).fill('Quiet Sundays.')
  await form.getByRole('button', { name: 'Offer 2 slots' }).click()
  await form.waitFor({ state: 'detached' })
  const offers = frank.page.getByRole('table')
  await offers.getByText(shown(first)).waitFor()
  await expectGoodPage(frank.page)
  // Open slots are on the board of their week.
  await frank.page.goto(`/facility/shifts?on=${first}`)
  await frank.page
    .getByRole('link', { name: /Offered/ })
    .first()
    .waitFor()

  const ana = await person('ana')
  const other = await visitor()
  await signIn(other.page, helen)
  const look = async ({ page }: typeof ana) => {
    await page.goto(`/shifts?view=offered&from=${first}`)
    await page
      .getByRole('button', { name: new RegExp(`^Take this day… Labor and Delivery.*${shown(first)}`) })
      .waitFor()
  }
  await look(ana)
  await look(other)
  await expectGoodPage(ana.page)
  await ana.page
    .getByRole('button', { name: /^Take all \d+ Sundays… Labor and Delivery/ })
    .first()
    .click()
  const several = ana.page.getByRole('dialog', { name: /^Take \d+ days\?$/ })
  await several.getByText(shown(second)).waitFor()
  await several.getByRole('button', { name: 'Cancel' }).click()
  await several.waitFor({ state: 'detached' })
  const press = async ({ page }: typeof ana) => {
    await page
      .getByRole('button', { name: new RegExp(`^Take this day… Labor and Delivery.*${shown(first)}`) })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Take this day' }).click()
    return dialog
  }
  await (await press(ana)).waitFor({ state: 'detached' })
  const refused = await press(other)
  await refused.getByText(/Another school already took this slot/).waitFor()
  await refused.getByRole('button', { name: 'Close' }).first().click()

  const { rows } = await admin.query<{ status: string; school_id: string; seats: number }>(
    `select status, school_id, seats from public.shifts where facility_id = $1 and date = $2`,
    [demoId('main-ob'), first],
  )
  expect(rows).toEqual([{ status: 'approved', school_id: demoId('lakeshore'), seats: 3 }])

  await frank.page.goto(`/facility/shifts?view=offers&on=${first}&facility=${demoId('main-ob')}`)
  await offers.getByText('Lakeshore', { exact: false }).first().waitFor()
  await frank.page
    .getByRole('button', { name: new RegExp(`^Actions for Labor and Delivery.*${shown(second)}`) })
    .click()
  await frank.page.getByRole('menuitem', { name: 'Withdraw…' }).click()
  const question = frank.page.getByRole('dialog')
  await question.getByRole('textbox').fill('Two nurses are away.')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await offers.getByText('Two nurses are away.').waitFor()

  await other.page.reload()
  await other.page.getByRole('heading', { level: 1 }).waitFor()
  await expect
    .poll(() =>
      other.page.getByRole('button', { name: new RegExp(`^Take this day… Labor.*${shown(second)}`) }).count(),
    )
    .toBe(0)
}, 90_000)

it('fits a phone for school and facility', async () => {
  const frank = await person('frank', { at: '/facility/shifts?view=offers', size: 'phone' })
  await frank.page.getByRole('button', { name: 'Offer open slots' }).first().waitFor()
  await expectGoodPage(frank.page)
  const ana = await person('ana', { at: '/shifts?view=offered&semester=all', size: 'phone' })
  await ana.page
    .getByRole('button', { name: /^Take / })
    .first()
    .waitFor()
  await expectGoodPage(ana.page)
}, 60_000)
