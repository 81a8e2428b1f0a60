import { expect, it, vi } from 'vitest'
import { notification, notificationRenderer, notificationText } from './notification-texts.ts'

const catalog = {
  'seat.offered': notificationText<{ unit: string; seats: number }>(
    ({ unit }) => `A seat on ${unit}`,
    ({ seats }) => `${seats} of them.`,
  ),
  'seat.noted': notificationText<{ note: { text: string } }>(
    () => 'A note',
    ({ note }) => note.text,
  ),
}
const setUp = () => {
  const report = vi.fn<(code: string, error: unknown) => void>()
  return { report, render: notificationRenderer(catalog, report) }
}
const stored = (code: string, values: unknown) => ({ code, values, title: null, message: null })

it('makes a text from a code with its values, and keeps stored text', () => {
  const { render } = setUp()
  const { code, values } = notification(catalog, 'seat.offered', { unit: 'ICU', seats: 2 })
  expect(render(stored(code, values))).toEqual({ title: 'A seat on ICU', message: '2 of them.' })
  expect(render({ code: null, values: null, title: 'Hello', message: 'All' })).toEqual({
    title: 'Hello',
    message: 'All',
  })
})

it.each([
  ['a code without a text', 'seat.forgotten', {}],
  ['a name that every object has', 'constructor', {}],
  ['values that its text does not expect', 'seat.noted', {}],
  ['a group without lines', 'notification.group', {}],
])('gives %s a neutral sentence, and reports it', (_, code, values) => {
  const { render, report } = setUp()
  expect(render(stored(code, values))).toEqual({
    title: 'New notification',
    message: 'Reload the page to read it.',
  })
  expect(report).toHaveBeenCalledExactlyOnceWith(code, expect.any(Error))
})

it('cuts what is too long', () => {
  const { render } = setUp()
  const { title, message } = render(stored('seat.noted', { note: { text: 'x'.repeat(9_000) } }))
  expect([title, message.length]).toEqual(['A note', 2_000])
})

const offered = (unit: string) => ({ code: 'seat.offered', values: { unit, seats: 1 } })

it('makes a list of a group: codes and texts, with one bad line, and how many more there are', () => {
  const { render, report } = setUp()
  const lines = [
    offered('ICU'),
    { title: 'Old', message: 'In words.' },
    { code: 'seat.forgotten', values: {} },
  ]
  const heading = { code: 'seat.offered', values: { unit: '5 East', seats: 3 } }
  expect(render(stored('notification.group', { heading, lines, more: 4 }))).toEqual({
    title: 'A seat on 5 East',
    message:
      '• A seat on ICU: 1 of them.\n• Old: In words.\n• New notification: Reload the page to read it.\n… and 4 more.',
  })
  expect(report).toHaveBeenCalledTimes(1)
})

it('uses the title of the first line if a group has none, and counts the lines that would be too long', () => {
  const { render } = setUp()
  const lines = Array.from({ length: 20 }, (_, index) => ({
    title: `Line ${index}`,
    message: 'y'.repeat(600),
  }))
  const { title, message } = render(stored('notification.group', { heading: null, lines, more: 5 }))
  expect(title).toBe('Line 0')
  expect(message.split('\n')).toHaveLength(6)
  expect(message).toMatch(/… and 20 more\.$/)
})
