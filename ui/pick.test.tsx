import { expect, test } from 'vitest'
import { pageAt } from '#platform/web/testing-page.tsx'
import { PickOne } from './Pick.tsx'

test('the field names what distinguishes the chosen item from others with its name', async () => {
  const among = [
    { id: 'a', name: 'Labor and Delivery', detail: 'Harborview' },
    { id: 'b', name: 'Labor and Delivery', detail: 'Larkspur' },
    { id: 'c', name: 'On campus' },
  ]
  const shown = async (value: string) =>
    / value="([^"]+)"/.exec(
      (await pageAt('/', <PickOne label="Unit" among={among} value={value} />)).markup,
    )?.[1]
  expect([await shown('b'), await shown('c')]).toEqual(['Labor and Delivery · Larkspur', 'On campus'])
})
