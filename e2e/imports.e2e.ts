import { text as textOf } from 'node:stream/consumers'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { expectGoodPage, person, sizes } from './people.ts'

const data = join(import.meta.dirname, '../database/seeds/data')
const admin = openDatabase()

const row = (page: Page, text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text })
const csv = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

it('a school admin imports a class of sixty from Canvas: errors are fixed before anything is sent', async () => {
  const people = Array.from({ length: 60 }, (_, n) => ({
    id: String(n + 1).padStart(5, '0'),
    name: `Canvas${n + 1}`,
  }))
  const users = [
    'user_id,login_id,first_name,last_name,email,status',
    ...people.map(({ id, name }, n) =>
      n === 9
        ? `${id},login${n},${name},Noble,,active`
        : n === 19
          ? `${id},login${n},${name},Noble,${name} at class.example,active`
          : `${id},login${n},${name},Noble,${name.toLowerCase()}@class.example,${n === 29 ? 'deleted' : 'active'}`,
    ),
  ].join('\n')
  const enrollments = [
    'course_id,user_id,role,section_id,status',
    ...people.map(({ id }, n) => `N210,${id},${n === 39 ? 'teacher' : 'student'},A,active`),
  ].join('\n')
  const { page, complaints } = await person('ana')
  const invited = async () =>
    (
      await admin.query(
        `select email, student_number from public.invitations where email like '%@class.example'`,
      )
    ).rows
  await page.goto('/school/students?view=import')
  await page
    .getByLabel('CSV or Excel files')
    .setInputFiles([csv('users.csv', users), csv('enrollments.csv', enrollments)])
  await row(page, /Row 11(?!\d)/)
    .getByText('Email is missing.')
    .waitFor()
  await row(page, /Row 21(?!\d)/)
    .getByText('is not an email address.')
    .waitFor()
  await row(page, /Row 31(?!\d)/)
    .getByText('Is deleted in Canvas.')
    .waitFor()
  await row(page, /Row 41(?!\d)/)
    .getByText('Is enrolled as teacher, not as a student.')
    .waitFor()
  await page.getByText('4 rows will not be sent.').waitFor()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await page.setViewportSize(sizes.wide)
  for (const [line, email] of [
    [11, 'canvas10@class.example'],
    [21, 'canvas20@class.example'],
  ] as const) {
    // prettier-ignore
    await page.getByRole('button', { name: `Fix: row ${line}` }).click()
    await page.getByLabel(`Email, row ${line}`).fill(email)
    await page.getByLabel(`Email, row ${line}`).press('Enter')
    await row(page, new RegExp(`Row ${line}(?!\\d)`))
      .getByText('Ready', { exact: true })
      .waitFor()
  }
  expect(await invited()).toEqual([])
  await page.getByRole('button', { name: 'Send 58 invitations' }).click()
  await page
    .getByRole('dialog', { name: 'Send 58 invitations?' })
    .getByRole('button', { name: 'Send 58' })
    .click()
  await page.getByRole('heading', { name: '58 invitations sent' }).waitFor({ timeout: 20_000 })
  const sent = await invited()
  expect(sent.length).toBe(58)
  expect(sent.find(({ email }) => email === 'canvas10@class.example')).toMatchObject({
    student_number: '00010',
  })
  expect(complaints).toEqual([])
})

it('the superadmin imports the whole list of hospitals, sees each row’s result, writes it once, and finds nothing to do the second time', async () => {
  const hospitals = gunzipSync(readFileSync(join(data, 'cms-hospitals.csv.gz')))
  const broken =
    '20001,ZEROS LOST,1 MAIN STREET,BOSTON,MA,02115,SUFFOLK,(617) 555-0100,Acute Care Hospitals,Proprietary,Yes,,3\n010001,SOUTHEAST AGAIN,1 MAIN STREET,DOTHAN,AL,36301,HOUSTON,(334) 555-0100,Acute Care Hospitals,Proprietary,Yes,,3\n'
  const { page, complaints } = await person('sam')
  const count = async () =>
    (
      await admin.query(
        'select count(*)::int as sites from public.sites where cms_certification_number is not null',
      )
    ).rows[0].sites
  const bring = async () => {
    await page
      .getByLabel('CSV file')
      .setInputFiles(csv('hospitals.csv', Buffer.concat([hospitals, Buffer.from(broken)])))
    await page.getByRole('heading', { name: 'Write' }).waitFor({ timeout: 60_000 })
  }
  await page.goto('/admin/organizations')
  await page.getByRole('button', { name: 'Import a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import hospitals and nursing homes' })
  await dialog.getByLabel('CSV file').waitFor()
  await expectGoodPage(page)
  await bring()
  // The hospitals of Milwaukee already exist.
  expect(await count()).toBe(24)
  await dialog.getByText('5,357', { exact: true }).first().waitFor()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await page.setViewportSize(sizes.wide)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download the report' }).click(),
  ])
  const report = (await textOf(await saved.createReadStream())).trim().split(/\r?\n/)
  expect(report.length).toBe(5_384)
  expect(report[1]).toBe('2,New,,010001,Southeast Health Medical Center,Dothan,AL,')
  expect(report.at(-2)).toContain('5383,Invalid,')
  expect(report.at(-1)).toContain('5384,Duplicate in file,Row 2 has the same Facility ID.')
  await dialog.getByRole('button', { name: 'Write 5,357 sites' }).click()
  await page
    .getByRole('dialog', { name: 'Write 5,357 sites?' })
    .getByRole('button', { name: 'Write 5,357' })
    .click()
  await dialog.getByText('hospitals.csv is written').waitFor({ timeout: 60_000 })
  expect(await count()).toBe(5_381)

  await dialog.getByRole('button', { name: 'Another file' }).click()
  await dialog.getByText('Written', { exact: true }).waitFor()
  await bring()
  await dialog.getByText('Nothing in this file is new.').waitFor()
  expect(await count()).toBe(5_381)
  expect(complaints).toEqual([])
})

it('the superadmin imports schools from the national list; the second time there is nothing to do', async () => {
  const list = gunzipSync(readFileSync(join(data, 'ipeds-hd2023.csv.gz')))
    .toString('utf8')
    .split('\n')
  const some = [...list.slice(0, 41), '1006,LOST A DIGIT,,1 Main Street,Normal,AL,35762', list[1]].join('\n')
  const { page, complaints } = await person('sam')
  const count = async () =>
    (
      await admin.query('select count(*)::int as schools from public.schools where unitid = any ($1)', [
        list.slice(1, 41).map((line) => line.slice(0, 6)),
      ])
    ).rows[0].schools
  await page.goto('/admin/schools?view=import')
  const bring = () => page.getByLabel('CSV file').setInputFiles(csv('hd2023.csv', some))
  await bring()
  await page.getByRole('heading', { name: 'Write' }).waitFor({ timeout: 30_000 })
  expect(await count()).toBe(0)
  await row(page, 'Duplicate in file').first().waitFor()
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  await page.setViewportSize(sizes.wide)
  await page.getByRole('button', { name: 'Write 40 schools' }).click()
  await page
    .getByRole('dialog', { name: 'Write 40 schools?' })
    .getByRole('button', { name: 'Write 40' })
    .click()
  await page.getByText('hd2023.csv is written').waitFor({ timeout: 30_000 })
  expect(await count()).toBe(40)
  await page.getByRole('button', { name: 'Another file' }).click()
  await bring()
  await page.getByText('Nothing in this file is new.').waitFor()
  expect(await count()).toBe(40)
  await page.goto('/admin/schools?q=Alabama+A+%26+M')
  await page.getByRole('link', { name: 'Alabama A & M University' }).waitFor()
  const marcus = await person('ana', { at: '/admin/schools?view=import' })
  await marcus.page.waitForURL('**/school/dashboard')
  expect(complaints).toEqual([])
})
