/** A leave of absence: which seats it frees, its badge in People and on the student's page, what the student reads, return and cancel. */
import { expect, it } from 'vitest'
import { addDays, formatDate, todayIn } from '#core/plain-date.ts'
import { demoId } from '#database/seeds/demo.ts'
import { expectGoodPage, person, sizes } from './people.ts'

const today = todayIn('America/Chicago')
const jennaPage = `/school/students/${demoId('jenna.student@lakeshore.example')}`

it('a coordinator records a leave after seeing which seats it frees, and the student reads what it means', async () => {
  const { page, complaints } = await person('ana', { at: jennaPage })
  const section = page.getByRole('region', { name: 'Leave of absence' })
  await section.getByText('No leave recorded').waitFor()
  await section.getByRole('button', { name: 'Record a leave…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a leave for Jenna Park' })
  await dialog.getByLabel('Last day').fill(addDays(today, 60))
  const seat = dialog.getByRole('checkbox', { name: /^Seat, / }).first()
  await seat.waitFor()
  await dialog.getByText(/^Within the leave: (\d+) of \1 freed$/).waitFor()
  await seat.uncheck()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
  // A day far ahead, when she has no shifts yet.
  await dialog.getByLabel('Last day').fill('')
  await dialog.getByLabel('First day').fill(addDays(today, 500))
  await dialog.getByLabel('Last day').fill(addDays(today, 530))
  await dialog.getByText(/no seats, requests, or capstone days/).waitFor()
  await dialog.getByRole('button', { name: 'Record leave' }).click()
  await dialog.getByText('Choose a reason.').first().waitFor()
  await dialog.getByLabel('Reason').selectOption('military')
  await dialog.getByRole('button', { name: 'Record leave' }).click()
  await page.getByText('Leave recorded', { exact: true }).waitFor()
  const badge = page.getByText(`Leave from ${formatDate(addDays(today, 500))}`)
  await badge.first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Leave canceled').waitFor()
  await badge.first().waitFor({ state: 'detached' })

  // Again, and this time the student reads it.
  await section.getByRole('button', { name: 'Record a leave…' }).click()
  await dialog.getByLabel('First day').fill(addDays(today, 500))
  await dialog.getByLabel('Reason').selectOption('military')
  await dialog.getByRole('button', { name: 'Record leave' }).click()
  await badge.first().waitFor()
  await expectGoodPage(page)

  const jenna = await person('jenna', { size: 'phone' })
  await jenna.page.getByText(`Leave from ${formatDate(addDays(today, 500))}`).waitFor()
  await jenna.page.getByText('You cannot take seats for shifts on these days.').waitFor()
  await expectGoodPage(jenna.page)
  await jenna.page.goto('/student/profile')
  await jenna.page.getByText(/Reason: Military service/).waitFor()
  await expectGoodPage(jenna.page)

  await section.getByRole('button', { name: /^Actions|^More/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel leave…' }).click()
  await page
    .getByRole('dialog', { name: 'Cancel Jenna Park’s leave?' })
    .getByRole('button', { name: 'Cancel leave', exact: true })
    .click()
  await badge.first().waitFor({ state: 'detached' })
  expect([...complaints, ...jenna.complaints]).toEqual([])
})

it('People can be filtered by leave in the address, and a student returns from leave', async () => {
  const { page, complaints } = await person('ana', { at: '/school/students?leave=now' })
  const away = page.getByText(/^On leave until /)
  await away.first().waitFor()
  expect(await away.count()).toBe(1)
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await away.first().waitFor()
    await expectGoodPage(page)
  }
  await page.getByRole('row').filter({ hasText: 'On leave until' }).getByRole('link').first().click()
  const section = page.getByRole('region', { name: 'Leave of absence' })
  await section.getByText(/Parental/).waitFor()
  await section.getByRole('button', { name: 'Return from leave…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Is .+ back\?$/ })
  await dialog.getByLabel('First day back').waitFor()
  await page.setViewportSize(sizes.phone)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Return from leave' }).click()
  await page.getByText(/ is back from leave$/).waitFor()
  await section.getByRole('link', { name: 'Hours still required' }).waitFor()
  await expectGoodPage(page)
  await section.getByRole('button', { name: 'Record a leave…' }).waitFor()
  expect(complaints).toEqual([])
})
