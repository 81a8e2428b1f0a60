import { expect, it } from 'vitest'
import { person } from './people.ts'

it('a new page starts at its top; going back shows the old one complete, at its scroll position', async () => {
  const { page } = await person('ana')
  await page.setViewportSize({ width: 1280, height: 300 })
  const heading = page.locator('main h1')
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await page.getByText('Semester calendar').waitFor()
  const title = await heading.textContent()
  await page.evaluate(() => window.scrollTo(0, 320))
  await expect.poll(scrolled).toBe(320)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await page.getByRole('region', { name: 'Students' }).waitFor()
  await expect.poll(scrolled).toBe(0)

  await page.goBack()
  await expect.poll(() => heading.textContent()).toBe(title)
  await expect.poll(scrolled).toBe(320)
})
