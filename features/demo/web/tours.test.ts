import { expect, it } from 'vitest'
import { createTicks, tours } from './tours.ts'

it('a done step stays done on this device, and can be undone', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
  const ticks = createTicks(() => storage)
  ticks.set('a', true)
  ticks.set('b', true)
  ticks.set('a', true)
  expect(createTicks(() => storage).read()).toBe('a b')
  ticks.set('a', false)
  expect(createTicks(() => storage).read()).toBe('b')
})

it('a browser without storage remembers until the page closes', () => {
  const ticks = createTicks(() => {
    throw new Error('forbidden')
  })
  ticks.set('a', true)
  expect(ticks.read()).toBe('a')
})

it('no two steps share an id, and each links into the product', () => {
  const steps = tours.flatMap((tour) => tour.steps)
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
  expect(
    steps.every(({ to }) => /^\/(school|shifts|facility|student|proctor|preceptor|admin)/.test(to)),
  ).toBe(true)
  expect(tours.filter((tour) => tour.steps.length < 3)).toEqual([])
})
