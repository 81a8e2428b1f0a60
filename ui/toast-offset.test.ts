import { expect, test } from 'vitest'
import { offsetFor } from './toast-offset.ts'

const desk = { window: { width: 1280, height: 800 }, size: { width: 356, height: 60 } }
const phone = { window: { width: 360, height: 740 }, size: { width: 328, height: 60 } }
/** A button of this size with its top left corner there. */
const at = (left: number, top: number, width = 100, height = 36) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('messages are at the bottom right where nothing can be pressed', () => {
  expect(offsetFor({ ...desk, targets: [] }, 24)).toEqual({ right: 24, bottom: 24 })
})

test('they are above buttons at the foot of the page, and the bar of a phone', () => {
  const pager = [at(1050, 740), at(1160, 740)]
  expect(offsetFor({ ...desk, targets: pager }, 24)).toEqual({ right: 24, bottom: 60 })
  const bar = [0, 72, 144, 216, 288].map((left) => at(left, 680, 72, 60))
  expect(offsetFor({ ...phone, targets: bar }, 16)).toEqual({ right: 16, bottom: 64 })
})

test('they leave a column of buttons for the middle of the page', () => {
  const actions = Array.from({ length: 40 }, (_, row) => at(1200, row * 20, 40, 20))
  const { right, bottom } = offsetFor({ ...desk, targets: actions }, 24)
  expect(right).toBeGreaterThan(80)
  expect(bottom).toBe(24)
})

test('where everything is covered with something they cover the least', () => {
  const rows = Array.from({ length: 20 }, (_, row) => at(0, row * 40, 1280, 40))
  const sight = { ...desk, targets: [...rows, at(1100, 700)] }
  const { right, bottom } = offsetFor(sight, 24)
  expect([right === 24, bottom === 24]).not.toEqual([true, true])
})

test('they stay where they are for as long as that is about as good', () => {
  const now = { right: 24, bottom: 300 }
  expect(offsetFor({ ...desk, targets: [] }, 24, now)).toBe(now)
  expect(offsetFor({ ...desk, targets: [at(1000, 460)] }, 24, now)).toEqual({ right: 24, bottom: 24 })
})
