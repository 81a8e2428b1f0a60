import { expect, test } from 'vitest'
import { askedBy, pageAt } from '#platform/web/testing-page.tsx'
import { FailedSignIns } from './FailedSignIns.tsx'
import { RecordReads } from './RecordReads.tsx'

test('failed sign-ins and views of a record show the page that the address names', async () => {
  const page = await pageAt(
    '/security?page=5&failed_page=2&reads_page=3',
    <>
      <FailedSignIns />
      <RecordReads />
    </>,
  )
  expect(askedBy(page)).toEqual([{ page: 2 }, { page: 3 }])
})
