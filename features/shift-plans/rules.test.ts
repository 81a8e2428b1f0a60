import { describe, expect, it } from 'vitest'
import { groupsOf, itemsOf, withEdits } from './rules/items.ts'
import type { Series, Vocabulary } from './rules/types.ts'
import {
  changeBlocker,
  commitBlocker,
  countsOf,
  countWords,
  isOpen,
  shiftPlanSteps,
  statusOf,
  summaryOf,
  undoBlocker,
} from './rules.ts'

const words: Vocabulary = {
  today: '2026-11-29',
  term: { name: 'Spring', from: '2027-01-11', to: '2027-05-07' },
  off: new Map(),
  units: [
    { id: 'u', name: '5 East', site: 'Harborview', specialty: 'icu', zone: 'America/Chicago', patterns: [] },
  ],
  people: [{ id: 'p', name: 'Dana Bell' }],
  cohorts: [],
  preceptors: [],
}
const series: Series = {
  text: '',
  weekdays: [1],
  from: null,
  to: null,
  every: 1,
  start: '07:00',
  end: '15:00',
  rest: 30,
  unit_id: 'u',
  capacity: 8,
  proctor_ids: ['p'],
  preceptor_ids: [],
  objectives: [],
  cohort_ids: [],
  course_code: null,
  experience: 'group',
  specialty: null,
  left_out: [],
  days: ['2027-02-01', '2027-02-08', '2027-02-15'],
}
const counts = { planned: 1, blocked: 0, left_out: 0, warned: 0 }

describe('the status of a plan', () => {
  it('follows from what is still open', () => {
    expect(statusOf({ questions: [{}] as never }, counts)).toBe('needs_answers')
    expect(statusOf({ questions: [] }, counts)).toBe('ready')
    expect(statusOf({ questions: [] }, { ...counts, planned: 0 })).toBe('drafting')
  })
  it("says why drafts can't be made or undone", () => {
    const plan = { status: 'ready' as const, questions: [], counts }
    expect(commitBlocker(plan)).toBeNull()
    expect(commitBlocker({ ...plan, questions: [1] })?.code).toBe('shift_plan.unanswered')
    expect(commitBlocker({ ...plan, counts: { ...counts, planned: 0 } })?.code).toBe('shift_plan.nothing')
    expect(commitBlocker({ ...plan, status: 'discarded' })?.code).toBe('shift_plan.settled')
    expect(changeBlocker('committed')?.code).toBe('shift_plan.settled')
    expect(undoBlocker({ status: 'committed', no_longer_draft: 0 })).toBeNull()
    expect(undoBlocker({ status: 'committed', no_longer_draft: 2 })?.code).toBe('shift_plan.not_all_drafts')
    expect(undoBlocker({ status: 'ready', no_longer_draft: 0 })?.code).toBe('shift_plan.not_committed')
  })
  it('steps from open to committed and back, each pair once', () => {
    const pairs = shiftPlanSteps.map(({ from, to }) => `${from} ${to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    expect(pairs).toContain('committed ready')
    expect(isOpen('failed')).toBe(true)
  })
  it('counts in words', () =>
    expect(countWords({ planned: 12, blocked: 2, left_out: 1, warned: 0 })).toBe(
      '12 drafts to make; 2 are blocked and stay out, 1 is left out by you.',
    ))
})

it.each([
  [1, 'Mon'],
  [2, 'Every other Mon'],
  [3, 'Every 3 weeks on Mon'],
])('a series every %i weeks in words', (every, said) =>
  expect(summaryOf({ ...series, every }, words).split(' · ')[0]).toBe(said),
)

describe('the shifts of a plan', () => {
  it('adopt manual changes, and no unit of another school', () => {
    const edits = withEdits({}, [
      { temp_id: '1 2027-02-08', edit: { capacity: 4, facility_id: 'of-others' } },
      { temp_id: '1 2027-02-08', edit: { is_left_out: true } },
    ])
    const [first, second] = itemsOf([series], edits, words)
    expect(first).toMatchObject({
      facility_id: 'u',
      specialty: 'icu',
      is_edited: false,
      proctor_names: ['Dana Bell'],
    })
    expect(second).toMatchObject({ facility_id: null, capacity: 4, is_left_out: true, is_edited: true })
  })
  it('are empty while their hours are unclear', () =>
    expect(itemsOf([{ ...series, start: null }], {}, words)).toEqual([]))
  it('become one series if they differ only in their day', () => {
    const items = itemsOf([series], { '1 2027-02-08': { capacity: 4 } }, words)
    expect(groupsOf(items).map(({ days }) => days)).toEqual([['2027-02-01', '2027-02-15'], ['2027-02-08']])
  })
  it('are counted if they would be drafted', () => {
    const [one, two] = itemsOf([series], { '1 2027-02-08': { is_left_out: true } }, words)
    const issues = [{ code: 'UNIT_CAP' as const, severity: 'block' as const, text: '', about: '', fixes: [] }]
    expect(
      countsOf([
        { ...one!, issues },
        { ...two!, issues: [] },
        { ...one!, issues: [] },
      ]),
    ).toEqual({ planned: 1, blocked: 1, left_out: 1, warned: 0 })
  })
})
