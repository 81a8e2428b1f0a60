import { expect, it } from 'vitest'
import { idsIn, inWords } from './queries/trail-in-words.ts'

const [ana, ben, unit, cohort] = [1, 2, 3, 4].map((n) => `00000000-0000-0000-0000-00000000000${n}`)
const details = {
  title: ['Old', 'New'],
  proctor_id: [ana, null],
  more_proctor_ids: [[], [ana, ben]],
  facility_id: [unit, null],
  cohort_ids: [[cohort], []],
  cloned_from: unit,
}
const names = new Map([
  [ana, 'Ana'],
  [unit, '5 East, North'],
] as [string, string][])

it('shows the names in a change, and leaves out what its reader may not know', () => {
  expect(idsIn(details)).toEqual([ana, ana, ben, unit, cohort])
  expect(inWords(details, names)).toEqual({
    title: ['Old', 'New'],
    proctor_id: ['Ana', null],
    more_proctor_ids: [null, 'Ana'],
    facility_id: ['5 East, North', 'on campus'],
    cohort_ids: [[], []],
    cloned_from: unit,
  })
})

it('keeps names that are already there', () => {
  const named = {
    cohort_ids: [['Fall A'], ['Fall A', 'Fall B']],
    semester_id: ['Fall', 'Spring'],
    facility_id: ['on campus', 'ICU, North'],
  }
  expect(inWords(named, names)).toEqual(named)
})
