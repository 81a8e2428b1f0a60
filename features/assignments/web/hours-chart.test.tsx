import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HoursChart } from './HoursChart.tsx'

const hours = {
  hours_done: 500,
  hours_scheduled: 100,
  hours_required: 720,
  hours_to_make_up: 0,
  isOwn: true,
  isInCohort: true,
}
const inIcu = (done: number) =>
  [{ specialty: 'icu', hours_done: done, hours_scheduled: 0, hours_required: 200 }] as unknown as Parameters<
    typeof HoursChart
  >[0]['hours']['by_specialty']
const wordsOf = (by_specialty: ReturnType<typeof inIcu>, change: Partial<typeof hours> = {}) =>
  renderToStaticMarkup(<HoursChart hours={{ ...hours, ...change, by_specialty }} />).replaceAll(
    /<[^>]*>/g,
    '',
  )

test('says why more hours are not scheduled than the total lacks', () => {
  expect(wordsOf(inIcu(50))).toContain(
    '500 h done, 100 h scheduled of 720 h required, 150 h not scheduled yet: each specialty needs its own hours',
  )
  expect(wordsOf(inIcu(100))).toContain('required, 120 h not scheduled yet')
  expect(wordsOf(inIcu(100))).not.toContain('each specialty')
  const inHundredths = wordsOf([], { hours_done: 64.18, hours_scheduled: 0.1 })
  expect(inHundredths).toContain('required, 655.72 h not scheduled yet')
  expect(inHundredths).not.toContain('each specialty')
})
