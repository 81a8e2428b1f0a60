import { expect, test } from 'vitest'
import { askedBy, pageAt } from '#platform/web/testing-page.tsx'
import { HoursToApprove } from './HoursToApprove.tsx'
import { HoursToConfirm } from './HoursToConfirm.tsx'
import { ReportedHours } from './ReportedHours.tsx'

test.each([
  ['to approve', <HoursToApprove key="" />],
  ['to confirm', <HoursToConfirm key="" />],
  ['reported', <ReportedHours key="" />],
])('hours %s show the page that the address names, not that of the list next to them', async (_, list) => {
  expect(askedBy(await pageAt('/progress?page=5&hours_page=2', list))).toEqual([{ page: 2, page_size: 10 }])
})
