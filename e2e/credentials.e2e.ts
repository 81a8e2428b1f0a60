import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { expectGoodPage, person } from './people.ts'

const admin = openDatabase()

const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A receipt as a phone would photograph it. */
async function photograph(lines: readonly string[]): Promise<Buffer> {
  const canvas = createCanvas(1_200, 700)
  const pen = canvas.getContext('2d')
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, 1_200, 700)
  pen.fillStyle = 'black'
  pen.font = '52px sans-serif'
  lines.forEach((line, at) => pen.fillText(line, 60, 140 + at * 130))
  return canvas.encode('jpeg')
}

it('a student photographs a receipt, its details are filled in, and it is sent from the phone in under 30 seconds', async () => {
  const { page, complaints } = await person('jenna', { at: '/student/credentials', size: 'phone' })
  await page.getByText('The sticker has no date.').first().waitFor()
  await expectGoodPage(page)
  await page.getByRole('button', { name: /^Try again: .*(flu|influenza)/i }).click()
  const form = page.getByRole('form', { name: /flu|influenza/i })
  const given = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)
  const [year, month, day] = given.split('-')
  await form.getByRole('button', { name: 'Send for review' }).click()
  await form.getByText('Add a photo or PDF of the document.').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Document')
  await form.locator('input[capture]').setInputFiles({
    name: 'IMG_0001.jpg',
    mimeType: 'image/jpeg',
    buffer: await photograph([
      'Influenza vaccine',
      'Name: Jenna Park',
      `Date given: ${month}/${day}/${year}`,
    ]),
  })
  await form.getByText('Uploaded', { exact: true }).waitFor()
  await form.getByRole('button', { name: 'Send for review' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByText('Your school is reviewing it').first().waitFor()
  await expectGoodPage(page)
  const { rows } = await admin.query<{
    status: string
    files: number
    supersedes: boolean
    readable: boolean
  }>(
    `select c.status, cardinality(c.file_ids) as files, c.supersedes_id is not null as supersedes, (c.precheck ->> 'is_readable')::boolean as readable
     from public.credentials c join public.credential_types t on t.id = c.type_id where c.person_id = $1 and t.code = 'FLU' order by c.submitted_at desc limit 1`,
    [demoId('jenna.student@lakeshore.example')],
  )
  expect(rows).toEqual([{ status: 'submitted', files: 1, supersedes: true, readable: true }])
  expect(complaints).toEqual([])
})

it('on a phone an opened submission replaces the list, and Back returns to its row', async () => {
  const { page, complaints } = await person('ana', {
    at: '/school/compliance/students/verification-queue',
    size: 'phone',
  })
  const list = page.getByRole('list', { name: 'Waiting for review' })
  await list.getByRole('button').first().click()
  const back = page.getByRole('button', { name: 'Back to the list' })
  await back.waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  expect(await list.isVisible()).toBe(false)
  await expectGoodPage(page)
  await back.click()
  await list.waitFor()
  await expect
    .poll(() =>
      list
        .getByRole('button')
        .first()
        .evaluate((row) => row === document.activeElement),
    )
    .toBe(true)
  expect(complaints).toEqual([])
})

it('a reviewer handles ten documents by keyboard only: one key for each approval', async () => {
  const { page, complaints } = await person('ana', { at: '/school/compliance/students/verification-queue' })
  const rows = page.getByRole('list', { name: 'Waiting for review' }).getByRole('listitem')
  await rows.nth(9).waitFor()
  await expectGoodPage(page)
  const worked = new Set<string>()
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  const open = page.locator('button[aria-current]')
  await page.keyboard.press('j')
  const decided = async (ids: readonly string[]) =>
    (
      await admin.query<{ status: string; count: number }>(
        `select status, count(*)::int from public.credentials where id = any ($1::uuid[]) and reviewed_by = $2 group by status order by status`,
        [ids, demoId('ana.coordinator@lakeshore.example')],
      )
    ).rows
  // A mistake: z returns to it, and nothing was decided.
  const approve = page.getByRole('button', { name: 'Approve', exact: true }).and(page.locator(':enabled'))
  await approve.waitFor()
  const slip = new URL(page.url()).searchParams.get('item')!
  await page.keyboard.press('a')
  await expect.poll(() => new URL(page.url()).searchParams.get('item')).not.toBe(slip)
  await page.getByText('Approving…', { exact: true }).waitFor()
  await page.keyboard.press('z')
  await expect.poll(() => new URL(page.url()).searchParams.get('item')).toBe(slip)
  await approve.waitFor()
  await expect(approve.boundingBox().then((box) => box!.y + box!.height)).resolves.toBeLessThanOrEqual(
    page.viewportSize()!.height,
  )
  await page.waitForTimeout(5_000)
  expect(await decided([slip])).not.toContainEqual({ status: 'approved', count: 1 })
  for (let turn = 0; turn < 10; turn++) {
    await page.getByRole('button', { name: 'Approve', exact: true }).and(page.locator(':enabled')).waitFor()
    const id = new URL(page.url()).searchParams.get('item')!
    expect(worked.has(id)).toBe(false)
    worked.add(id)
    await open.waitFor()
    if (turn === 4) {
      await page.keyboard.press('r')
      await page.keyboard.press('w')
      await page.keyboard.press('Tab')
      await page.keyboard.type('This is a receipt. Send the card itself.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    } else await press('a')
    await expect.poll(() => new URL(page.url()).searchParams.get('item')).not.toBe(id)
  }
  expect(presses).toBe(9)
  // An approval is sent once it can no longer be undone.
  await expect
    .poll(() => decided([...worked]), { timeout: 15_000 })
    .toEqual([
      { status: 'approved', count: 9 },
      { status: 'rejected', count: 1 },
    ])
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})

it('a school opens a student’s submission, revokes it with a reason, and waives it; the student reads why it is required and what happened', async () => {
  const jenna = demoId('jenna.student@lakeshore.example')
  const ana = await person('ana', { at: `/school/students/${jenna}` })
  const own = ana.page.getByRole('region', { name: 'Credentials' })
  await own.getByRole('button', { name: 'Open HIPAA training' }).click()
  const drawer = ana.page.getByRole('dialog', { name: 'HIPAA training, Jenna Park' })
  await drawer.getByRole('img').first().waitFor()
  await drawer.getByLabel('Why revoke?').fill('The certificate is of another course.')
  await drawer.getByRole('button', { name: 'Revoke' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await own.getByText('No longer counts').first().waitFor()
  await expectGoodPage(ana.page)

  const student = await person('jenna', { at: '/student/credentials', size: 'phone' })
  const item = student.page
    .getByRole('list', { name: 'Required' })
    .getByRole('listitem')
    .filter({ hasText: 'HIPAA training' })
  await item.getByText('No longer counts').waitFor()
  await item.getByText(/Required by .*why\?/).click()
  await item.getByText(/Required by Lakeshore.* since .*, due .*\./).waitFor()
  await item.getByText('Valid for: 1 year.').waitFor()
  const optional = student.page.getByRole('list', { name: 'Optional', exact: true })
  await optional.getByText('Site orientation').waitFor()
  expect(await optional.getByText('HIPAA training').count()).toBe(0)
  await expectGoodPage(student.page)
  await item.getByRole('button', { name: 'Try again: HIPAA training' }).click()
  await student.page.getByText('What a good document shows').waitFor()
  await student.page.keyboard.press('Escape')

  await own.getByRole('button', { name: 'Waive HIPAA training' }).click()
  const form = ana.page.getByRole('form', { name: 'Waiver' })
  await form.getByLabel('Until').fill(later(60))
  await form.getByLabel('Why').fill('The new course starts next month.')
  await form.getByRole('button', { name: 'Waive' }).click()
  await form.waitFor({ state: 'hidden' })
  await own
    .getByText(/Waived until/)
    .first()
    .waitFor()
  expect([...ana.complaints, ...student.complaints]).toEqual([])
})

it('a student renews a card that is still valid; the school records checks that it does itself', async () => {
  const jenna = demoId('jenna.student@lakeshore.example')
  await admin.query(
    `insert into public.credential_requirements (type_id, school_id, active_from)
     select id, $1, current_date - 10 from public.credential_types where code = 'EXCL' and owner_school_id is null`,
    [demoId('lakeshore')],
  )
  const student = await person('jenna', { at: '/student/credentials', size: 'phone' })
  const required = student.page.getByRole('list', { name: 'Required', exact: true })
  await required
    .getByRole('listitem')
    .filter({ hasText: 'Exclusion list check' })
    .getByText('The school checks this. Nothing to send.')
    .waitFor()
  expect(await student.page.getByRole('button', { name: /Exclusion list check/ }).count()).toBe(0)
  await required.getByRole('button', { name: 'Renew: BLS certification' }).click()
  const form = student.page.getByRole('form', { name: 'BLS certification' })
  await form.waitFor()
  expect(await form.getByLabel('Date issued').inputValue()).toBe('')
  await expectGoodPage(student.page)
  await student.page.keyboard.press('Escape')

  const ana = await person('ana', { at: `/school/students/${jenna}` })
  await ana.page
    .getByRole('button', { name: /^Record check: Exclusion list check/ })
    .first()
    .click()
  const check = ana.page.getByRole('form', { name: 'Record a check' })
  await check.getByRole('button', { name: 'Record check' }).click()
  await check.getByText('Checked with is needed.').waitFor()
  await check.getByLabel('Date checked').fill(later(-1))
  await check.getByLabel('Checked with').fill('OIG and SAM, exclusions')
  await expectGoodPage(ana.page)
  await check.getByRole('button', { name: 'Record check' }).click()
  await check.waitFor({ state: 'hidden' })
  await student.page.reload()
  await required
    .getByRole('listitem')
    .filter({ hasText: 'Exclusion list check' })
    .getByText('Approved')
    .waitFor()
  expect([...ana.complaints, ...student.complaints]).toEqual([])
  await admin.query(
    `delete from public.credential_requirements where type_id in (select id from public.credential_types where code = 'EXCL')`,
  )
})

it('a school accepts a card of only one provider; the student reads that before and after choosing another', async () => {
  const ana = await person('ana', { at: '/school/compliance/credentials?q=BLS' })
  await ana.page
    .getByRole('button', { name: /^Actions for BLS certification/ })
    .first()
    .click()
  await ana.page.getByRole('menuitem', { name: 'Change' }).click()
  const drawer = ana.page.getByRole('form', { name: 'Requirement' })
  await drawer.getByRole('checkbox', { name: 'American Heart Association' }).check()
  await expectGoodPage(ana.page)
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await drawer.waitFor({ state: 'hidden' })

  const student = await person('jenna', { at: '/student/credentials', size: 'phone' })
  await student.page
    .getByRole('list', { name: 'Required', exact: true })
    .getByRole('button', { name: 'Renew: BLS certification' })
    .click()
  const form = student.page.getByRole('form', { name: 'BLS certification' })
  const only = form.getByText(/accepts BLS certification from American Heart Association only\./)
  await only.waitFor()
  await form.getByLabel('Date issued').fill(later(-2))
  await form.getByLabel('Provider').selectOption('American Red Cross')
  await form.getByRole('button', { name: 'Send for review' }).click()
  await expect.poll(() => only.count()).toBe(2)
  await expectGoodPage(student.page)
  await form.getByLabel('Provider').selectOption('American Heart Association')
  await form.getByRole('button', { name: 'Send for review' }).click()
  await expect.poll(() => only.count()).toBe(1)
  expect([...ana.complaints, ...student.complaints]).toEqual([])
  await admin.query(`update public.credential_requirements set providers = '{}'`)
})

it('an instructor finds their own credentials in the menu', async () => {
  const { page, complaints } = await person('marcus', { at: '/proctor/dashboard' })
  await page.getByRole('link', { name: 'Credentials' }).first().click()
  await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor()
  await page.getByText('No credentials required').waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})
