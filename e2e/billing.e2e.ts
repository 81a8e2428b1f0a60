import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { expectGoodPage, person } from './people.ts'

const admin = openDatabase()

it('the billing owner chooses a plan, pays on the provider’s page, and sees the payment arrive', async () => {
  const { page, complaints } = await person('grace', { at: '/billing' })
  await page.getByText('Trial', { exact: true }).first().waitFor()
  await expectGoodPage(page)
  const phone = await person('grace', { at: '/billing', size: 'phone' })
  await phone.page.getByText('The trial ends on').waitFor()
  // A page for paying that was opened long ago, and nothing was paid.
  await page.goto('/billing/upgrade?checkout=done')
  await page.getByText('No payment was made').waitFor()
  await page.goto('/billing/upgrade?checkout=left')
  await page.getByText('You left before paying').waitFor()
  await page.waitForURL(/upgrade$/)
  await page.goto('/billing')
  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Choose Program' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Program is yours').waitFor()
  const paidHere = page.url()
  await page.goto('/billing')
  await page.getByRole('link', { name: 'Change plan' }).click()
  await page.getByRole('heading', { level: 1, name: 'Change plan' }).waitFor()
  await page.goto('/billing/payment-methods')
  await page.getByText('Visa ending in 4242').first().waitFor()
  await expectGoodPage(page)
  // Opened again from the history of the browser after the subscription has ended.
  await admin.query(`update public.subscriptions set status = 'canceled' where school_id = $1`, [
    demoId('lakeshore'),
  ])
  await page.goto(paidHere)
  await page.getByText('Your payment was confirmed on').waitFor()
  expect(complaints).toEqual([])
})

it('hands over billing: the other person accepts, and the first one can only view it', async () => {
  const grace = await person('grace', { at: '/billing/transfer-ownership' })
  await grace.page.getByRole('combobox', { name: 'New billing owner' }).click()
  await grace.page.getByRole('option', { name: /Ana/ }).click()
  await grace.page.getByRole('button', { name: 'Send offer' }).click()
  await grace.page.getByRole('button', { name: 'Take back' }).waitFor()
  await expectGoodPage(grace.page)
  const ana = await person('ana', { at: '/billing/transfer-ownership' })
  await ana.page.getByRole('button', { name: 'Accept' }).click()
  await ana.page.getByText('You are the billing owner').waitFor()
  await grace.page.goto('/billing')
  await grace.page.getByText('Only the billing owner can change').waitFor()
  expect([...grace.complaints, ...ana.complaints]).toEqual([])
})

it('the superadmin finds a school and extends its trial with a reason', async () => {
  const { page, complaints } = await person('sam', { at: '/admin/billing?status=trialing' })
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})
