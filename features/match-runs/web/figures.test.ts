import { expect, test } from 'vitest'
import { type Figures, runSettings, type Weights } from '../contract.ts'
import { betterOf, figureLines } from './figures.ts'

const figures: Figures = {
  students: 30,
  placed: 30,
  unplaced: 0,
  first_choice: 12,
  top_three: 20,
  mean_rank: 2,
  worst_rank: 5,
  not_chosen: 1,
  needs_closed: 4,
  hours_closed: 240,
  miles_on_average: 9,
  fullest: 100,
  total: 900,
  edits: 0,
}
const run = (more: Partial<Figures> = {}, weights: Partial<Weights> = {}) => ({
  figures: { ...figures, ...more },
  settings: runSettings.parse({ weights }),
})
const better = (label: string, one: ReturnType<typeof run>, other: ReturnType<typeof run>) =>
  betterOf(
    figureLines.find((line) => line.label === label)!,
    one,
    other,
  )

test('fewer points are better only if both runs counted them alike', () => {
  expect(better('Points', run(), run({ total: 450 }))).toBe(1)
  expect(better('Points', run({ total: 450 }), run())).toBe(0)
  // Half the weights, half the points.
  expect(better('Points', run(), run({ total: 450 }, { rank: 5 }))).toBeNull()
  expect(better('Points', run(), run({ total: 450, students: 20 }))).toBeNull()
  expect(better('Points', run({ unplaced: 2 }), run({ total: 450 }))).toBeNull()
})

test('other figures compare whatever the weights are', () => {
  expect(better('First choice', run(), run({ first_choice: 14 }, { rank: 5 }))).toBe(1)
  expect(better('Worst-off student', run(), run({ worst_rank: 7 }, { rank: 5 }))).toBe(0)
  expect(better('Fullest option', run(), run({ fullest: 80 }))).toBeNull()
})
