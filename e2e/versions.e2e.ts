/** One shift in two tabs and by two parties: no typed text is lost, no one agrees to something they did not read (decision 036). */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { newShift } from '#features/shifts/rules.ts'
import { openDatabase } from './database.ts'
import { base, expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()

type Row = {
  id: string
  version: number
  title: string
  capacity: number
  start_time: string
  status: string
}
const rowOf = async (id: string): Promise<Row> =>
  (
    await admin.query<Row>(
      'select id, version, title, capacity, start_time::text, status from public.shifts where id = $1',
      [id],
    )
  ).rows[0]!

/** An API call as this person, without the UI. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`${base()}/api${path}`, {
    data,
    headers: { origin: base(), 'content-type': 'application/json' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Creates a draft of Ana's on a unit of Frank's. */
async function draft(page: Page, title: string, date: string): Promise<string> {
  const id = crypto.randomUUID()
  await post(page, '/shifts', {
    id,
    school_id: demoId('lakeshore'),
    semester_id: demoId('lakeshore spring-2027'),
    ...newShift,
    title,
    date,
    start_time: '07:00',
    end_time: '15:00',
    facility_id: demoId('main-5e'),
    specialty: 'med_surg',
    experience_type: 'group',
    capacity: 6,
  })
  return id
}
const locked = async (id: string) => {
  const { version } = await rowOf(id)
  return { id, version }
}

it('two tabs edit a shift: the second sees both versions, keeps its input, and saves both changes', async () => {
  const { page, complaints } = await person('ana')
  const id = await draft(page, 'Two tabs', '2027-03-02')
  const { page: other } = await person('ana')
  const forms = []
  for (const tab of [page, other]) {
    await tab.goto(`/shift/${id}`)
    await tab.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = tab.getByRole('form', { name: 'Edit shift' })
    await form.getByLabel('Title').waitFor()
    forms.push(form)
  }
  const [first, second] = forms
  await first!.getByLabel('Title').fill('First tab')
  await first!.getByLabel('Course').fill('NRS 1')
  await first!.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').waitFor()

  await second!.getByLabel('Course').fill('NRS 2')
  await second!.getByRole('textbox', { name: 'Seats', exact: true }).fill('5')
  await second!.getByRole('button', { name: 'Save changes' }).click()
  const both = second!.getByRole('region', { name: 'Two versions' })
  await both.getByText('You changed this shift in another tab or window.').waitFor()
  await both.getByText('Title Two tabs → First tab').waitFor()
  // Only the other tab changed the title, both changed the course: this tab's value stays until the user decides otherwise.
  expect(await second!.getByLabel('Title').inputValue()).toBe('First tab')
  expect(await second!.getByLabel('Course').inputValue()).toBe('NRS 2')
  for (const size of Object.values(sizes)) {
    await other.setViewportSize(size)
    await expectGoodPage(other)
  }
  await other.setViewportSize(sizes.wide)
  await both.getByRole('group', { name: 'Course: whose version' }).getByText('Theirs').click()
  expect(await second!.getByLabel('Course').inputValue()).toBe('NRS 1')
  await second!.getByRole('button', { name: 'Save changes' }).click()
  await other.getByText('Changes saved').waitFor()
  expect(await rowOf(id)).toMatchObject({ title: 'First tab', capacity: 5 })
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
})

it('approving a changed shift shows who changed it and how, and then approves the current version', async () => {
  const ana = await person('ana')
  const frank = await person('frank')
  const id = await draft(ana.page, 'Changed under the approval', '2027-03-03')
  await post(ana.page, '/shifts/submit', { shifts: [await locked(id)], lead_time_reason: null })
  await frank.page.goto(`/shift/${id}`)
  await frank.page.getByRole('button', { name: 'Approve', exact: true }).click()
  const question = frank.page.getByRole('form', { name: 'Approve' })
  await question.getByLabel('Note').fill('Welcome to 5 East.')
  const { version } = await rowOf(id)
  const change = await ana.page.request.patch(`${base()}/api/shifts/${id}`, {
    data: { version, fields: { capacity: 4 }, reason: 'A smaller group.' },
    headers: { origin: base(), 'content-type': 'application/json' },
  })
  expect(change.status(), await change.text()).toBe(200)
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await question.getByText('Seats requested 6 → 4').waitFor()
  await question.getByText(/^Ana .*, /).waitFor()
  for (const size of Object.values(sizes)) {
    await frank.page.setViewportSize(size)
    await expectGoodPage(frank.page)
  }
  expect(await question.getByLabel('Note').inputValue()).toBe('Welcome to 5 East.')
  await question.getByRole('button', { name: 'Approve again' }).click()
  await frank.page.getByText('1 shift approved').waitFor()
  expect(await rowOf(id)).toMatchObject({ status: 'approved', capacity: 4 })
})

it('a counteroffer to a request that was withdrawn in the meantime says so, and offers nothing to choose', async () => {
  const ana = await person('ana')
  const frank = await person('frank')
  const id = await draft(ana.page, 'Withdrawn under the counteroffer', '2027-03-05')
  await post(ana.page, '/shifts/submit', { shifts: [await locked(id)], lead_time_reason: null })
  await frank.page.goto(`/shift/${id}`)
  await frank.page.getByRole('button', { name: 'Suggest a change' }).click()
  const proposal = frank.page.getByRole('form', { name: 'Suggestion' })
  await proposal.getByLabel('Ends').fill('2:00 PM')
  await proposal.getByLabel('Note').fill('We open later that week.')
  await post(ana.page, '/shifts/withdraw', {
    shifts: [await locked(id)],
    reason: 'The cohort changed.',
  })
  await proposal.getByRole('button', { name: 'Send suggestion' }).click()
  const both = proposal.getByRole('region', { name: 'Two versions' })
  await both.getByText('It is withdrawn now, so this is no longer possible.').waitFor()
  expect(await both.getByRole('button').count()).toBe(0)
  expect(await proposal.getByRole('button', { name: 'Send suggestion' }).isDisabled()).toBe(true)
  expect(await proposal.getByLabel('Note').inputValue()).toBe('We open later that week.')
  await expectGoodPage(frank.page)
})

it('accepting a proposal lists what is accepted, and exactly that is then planned', async () => {
  const ana = await person('ana')
  const frank = await person('frank')
  const id = await draft(ana.page, 'Proposed anew', '2027-03-04')
  await post(ana.page, '/shifts/submit', { shifts: [await locked(id)], lead_time_reason: null })
  await post(frank.page, `/shifts/${id}/counter`, {
    ...(await locked(id)),
    proposal: { start_time: '09:00', end_time: '17:00', capacity: 4 },
    note: 'Nights are short.',
  })
  await ana.page.goto(`/shift/${id}`)
  await ana.page.getByRole('button', { name: 'Accept suggestion' }).click()
  const question = ana.page.getByRole('form', { name: 'Accept suggestion' })
  const listed = question.getByRole('list', { name: 'What would change' })
  await expect.poll(() => listed.innerText()).toMatch(/Time\s+7:00 AM–3:00 PM → 9:00 AM–5:00 PM/)
  expect(await listed.innerText()).toMatch(/Seats\s+6 → 4/)
  await expectGoodPage(ana.page)
  await question.getByRole('button', { name: 'Accept suggestion' }).click()
  await ana.page.getByText('Suggestion accepted').first().waitFor()
  expect(await rowOf(id)).toMatchObject({ status: 'approved', start_time: '09:00:00', capacity: 4 })
})

it('the settings of a facility in two tabs: each difference is resolved separately', async () => {
  const { page, complaints } = await person('frank', { at: '/facility/settings' })
  const { page: other } = await person('frank', { at: '/facility/settings' })
  const [first, second] = [page, other].map((tab) => tab.getByRole('form', { name: 'Settings' }))
  await second!.getByLabel('Lead time').waitFor()
  await first!.getByLabel('Lead time').fill('30')
  await first!.getByLabel('Names visible before').fill('50')
  await first!.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved').waitFor()

  await second!.getByLabel('Lead time').fill('35')
  await second!.getByRole('button', { name: 'Save settings' }).click()
  const both = second!.getByRole('region', { name: 'Two versions' })
  await both.getByText('in another tab or window.').waitFor()
  expect(await second!.getByLabel('Names visible before').inputValue()).toBe('50 days')
  expect(await second!.getByLabel('Lead time').inputValue()).toBe('35 days')
  for (const size of Object.values(sizes)) {
    await other.setViewportSize(size)
    await expectGoodPage(other)
  }
  await both.getByRole('button', { name: 'Take all of theirs' }).click()
  expect(await second!.getByLabel('Lead time').inputValue()).toBe('30 days')
  await second!.getByRole('button', { name: 'Save settings' }).click()
  await other.getByText('Settings saved').waitFor()
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
})

it('a role that someone else changed in the meantime is shown next to the chosen one, and the reason stays', async () => {
  await admin.query(
    `insert into public.users (email, full_name, role, status, email_verified, linked_school_id)
     values ('nora.trial@lakeshore.example', 'Nora Trial', 'student', 'active', true, $1)`,
    [demoId('lakeshore')],
  )
  const { page, complaints } = await person('sam', { at: '/admin/users?q=nora.trial' })
  await page.getByRole('button', { name: 'Actions for Nora Trial' }).click()
  await page.getByRole('menuitem', { name: 'Change role and links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Role and links of Nora Trial' })
  await dialog.getByLabel('Role', { exact: true }).selectOption('Proctor')
  await dialog.getByLabel('Reason').fill('She teaches now.')
  await admin.query(`update public.users set role = 'school_admin' where full_name = 'Nora Trial'`)
  await dialog.getByRole('button', { name: 'Change role and links' }).click()
  const both = dialog.getByRole('region', { name: 'Two versions' })
  await both.getByRole('group', { name: 'Role: whose version' }).waitFor()
  expect(await dialog.getByLabel('Role', { exact: true }).inputValue()).toBe('proctor')
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('She teaches now.')
  await expectGoodPage(page)
  await both.getByRole('group', { name: 'Role: whose version' }).getByText('Theirs').click()
  expect(await dialog.getByLabel('Role', { exact: true }).inputValue()).toBe('school_admin')
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('She teaches now.')
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
})

type Kept = {
  what: string
  who: string
  at: string
  /** Opens the form. */
  open: (page: Page) => Promise<void>
  form: string
  save: string
  /** The row, what someone else writes into it while the form is open, and what is typed. */
  table: string
  id: string
  theirs: Record<string, string | number>
  label: string
  mine: Record<string, number | string>
  /** A question before each save. */
  confirm?: string
}

const fromRow =
  (name: string, item: string) =>
  async (page: Page): Promise<void> => {
    await page
      .getByRole('button', { name: `Actions for ${name}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
const fromButton = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const [ROTATION, WISHLIST] = [demoId('rotation of two people'), demoId('wishlist of two people')]

const kept: Kept[] = [
  {
    what: 'template',
    who: 'ana',
    at: '/admin/shift-automation?view=templates&q=Renamed',
    open: fromRow('Renamed', 'Edit…'),
    form: 'Edit template',
    save: 'Save',
    table: 'shift_templates',
    id: demoId('template of two people'),
    theirs: { break_min: 15 },
    label: 'Seats',
    mine: { seats: 7 },
  },
  {
    what: 'rule',
    who: 'ana',
    at: '/admin/shift-automation?view=rules',
    open: fromRow('Missing shift reports', 'Edit…'),
    form: 'Edit rule',
    save: 'Save as a draft',
    table: 'automation_rules',
    id: demoId('automation reports'),
    theirs: { cron: '0 8 * * 1-5' },
    label: 'Limit per run',
    mine: { run_limit: 20 },
  },
  {
    what: 'mapping',
    who: 'frank',
    at: '/admin/clinical-mapping?status=proposed',
    open: fromRow('Medical-surgical', 'Edit…'),
    form: 'Edit mapping',
    save: 'Save',
    table: 'mappings',
    id: demoId('mapping absn med_surg'),
    theirs: { rationale: 'Two students at a time.' },
    label: 'Hours to be done there',
    mine: { min_hours: '30' },
  },
  {
    what: 'wishlist',
    who: 'ana',
    at: `/school/wishlists?id=${WISHLIST}`,
    open: fromButton('Edit'),
    form: 'Edit For two people',
    save: 'Save draft',
    table: 'wishlist_campaigns',
    id: WISHLIST,
    theirs: { policy: 'lottery' },
    label: 'Maximum choices',
    mine: { max_choices: 3 },
  },
  {
    what: 'rotation',
    who: 'ana',
    at: `/school/rotations?id=${ROTATION}`,
    open: fromButton('Change'),
    form: 'Change rotation',
    save: 'Save changes',
    table: 'rotations',
    id: ROTATION,
    theirs: { course_code: 'NRS 9' },
    label: 'Seats',
    mine: { seats: 5 },
    confirm: 'Change rotation',
  },
]

/** A template, a rotation and a draft of a wishlist that only these tests use. */
async function createRows(): Promise<void> {
  await admin.query(
    `insert into public.shift_templates select (jsonb_populate_record(t, jsonb_build_object('id', $1::text, 'name', 'Renamed'))).*
     from public.shift_templates t where t.school_id = $2 order by t.name limit 1 on conflict do nothing`,
    [demoId('template of two people'), demoId('lakeshore')],
  )
  const { page } = await person('ana')
  await post(page, '/rotations', {
    id: ROTATION,
    semester_id: demoId('lakeshore spring-2027'),
    name: 'For two people',
    course_code: null,
    facility_id: demoId('main-5e'),
    specialty: 'med_surg',
    experience_type: 'group',
    pattern: { weekdays: [2], every_weeks: 1, from: '2027-03-02', to: '2027-03-09', skipped: [] },
    start_time: '07:00',
    end_time: '15:00',
    seats: 6,
  })
  await admin.query(
    `insert into public.wishlist_campaigns (id, school_id, semester_id, name, cohort_ids, min_choices, max_choices, opens_on, closes_on, status)
     select $1, school_id, semester_id, 'For two people', cohort_ids, 1, 2, current_date + 1, current_date + 9, 'draft' from public.wishlist_campaigns
     where school_id = $2 and kind = 'rotations' order by created_at limit 1 on conflict do nothing`,
    [WISHLIST, demoId('lakeshore')],
  )
  await admin.query(
    `insert into public.wishlist_options select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'campaign_id', $1::text))).*
     from public.wishlist_options o
     where o.campaign_id = (select id from public.wishlist_campaigns where school_id = $2 and kind = 'rotations' and id <> $1::uuid order by created_at limit 1)
       and not exists (select from public.wishlist_options x where x.campaign_id = $1::uuid)`,
    [WISHLIST, demoId('lakeshore')],
  )
}

it.each(kept)(
  'the form of a $what keeps what was typed when someone else saved first, and the next press saves both',
  async ({ who, at, open, form: name, save, table, id, theirs, label, mine, confirm }) => {
    await createRows()
    const { page, complaints } = await person(who, { at })
    await open(page)
    const form = page.getByRole('form', { name, exact: true })
    await form.getByRole('textbox', { name: label, exact: true }).fill(String(Object.values(mine)[0]))
    const [[column, value]] = Object.entries(theirs) as [[string, string | number]]
    await admin.query(`update public.${table} set ${column} = $2 where id = $1`, [id, value])
    const press = async () => {
      await form.getByRole('button', { name: save, exact: true }).click()
      if (confirm) await page.getByRole('button', { name: confirm, exact: true }).click()
    }
    await press()
    const both = form.getByRole('region', { name: 'Two versions' })
    await both.waitFor()
    await expectGoodPage(page)
    await press()
    await form.waitFor({ state: 'hidden' })
    const { rows } = await admin.query(`select * from public.${table} where id = $1`, [id])
    expect(rows[0]).toMatchObject({ ...theirs, ...mine })
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
  },
)
