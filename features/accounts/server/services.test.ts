import { expect, test } from 'vitest'
import { withMinimumDuration } from './services.ts'

test('a response is sent when the wait is over, not when the work is', async () => {
  const order: string[] = []
  let end: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    end = resolve
  })
  const answer = withMinimumDuration(
    async () => order.push('worked'),
    () => waiting,
  ).then(() => order.push('answered'))
  await new Promise(setImmediate)
  expect(order).toEqual(['worked'])
  order.push('waited')
  end()
  await answer
  expect(order).toEqual(['worked', 'waited', 'answered'])
})
