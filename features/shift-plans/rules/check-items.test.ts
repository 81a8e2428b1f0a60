import { describe, expect, it } from 'vitest'
import type { ActiveMapping } from '#features/mappings/rules.ts'
import { checkItems, type CheckFacts, type Existing } from './check-items.ts'
import { itemsOf } from './items.ts'
import type { Series, Vocabulary } from './types.ts'

const vocabulary: Vocabulary = {
  today: '2026-11-29',
  term: { name: 'Spring', from: '2027-01-11', to: '2027-05-07' },
  off: new Map([['2027-02-08', 'Founders Day']]),
  units: [
    { id: 'u', name: '5 East', site: 'Harborview', specialty: 'icu', zone: 'America/Chicago', patterns: [] },
    { id: 'v', name: '6 West', site: 'Harborview', specialty: 'icu', zone: 'America/Chicago', patterns: [] },
  ],
  people: [{ id: 'dana', name: 'Dana Bell' }],
  cohorts: [],
  preceptors: [
    { id: 'priya', name: 'Priya Raman' },
    { id: 'kim', name: 'Kim Day' },
  ],
}
const facts: CheckFacts = {
  vocabulary,
  semesterId: 's',
  term: { name: 'Spring', start_date: '2027-01-11', end_date: '2027-05-07', archived_at: null },
  zone: 'America/Chicago',
  now: '2026-11-29T12:00:00Z',
  asked: new Map(),
  existing: [],
  required: { credit_rule: 'scheduled', courses: [], cohorts: [] },
  mappings: [],
}
const series = (more: Partial<Series>): Series => ({
  text: '',
  weekdays: [1],
  from: null,
  to: null,
  every: 1,
  start: '07:00',
  end: '15:00',
  rest: 30,
  unit_id: 'u',
  capacity: 1,
  proctor_ids: [],
  preceptor_ids: [],
  objectives: [],
  cohort_ids: [],
  course_code: null,
  experience: 'precepted',
  specialty: null,
  left_out: [],
  days: ['2027-02-01'],
  ...more,
})
const issuesOf = (all: Series[], more: Partial<CheckFacts> = {}) =>
  checkItems(itemsOf(all, {}, vocabulary), { ...facts, ...more }).map(({ issues }) =>
    issues.map(({ severity, code, text }) => [severity, code, text]),
  )
const [byPriya, byKim] = [series({ preceptor_ids: ['priya'] }), series({ preceptor_ids: ['kim'] })]

describe('the same unit, day and hours', () => {
  it('twice is one shift if the same people lead it, preceptors included', () => {
    expect(issuesOf([byPriya, byKim])[1]).toEqual([
      [
        'warn',
        'DUPLICATE',
        'Another shift in this plan has the same unit, day and hours. It has another preceptor.',
      ],
    ])
    expect(issuesOf([byPriya, byKim, byKim])[2]!.map(([severity, code]) => [severity, code])).toContainEqual([
      'block',
      'DUPLICATE',
    ])
  })
  it('of an existing shift is compared alike', () => {
    const existing: Existing = {
      date: '2027-02-01',
      start_time: '07:00',
      end_time: '15:00',
      starts_at: '2027-02-01T13:00:00.000Z',
      ends_at: '2027-02-01T21:00:00.000Z',
      facility_id: 'u',
      unit_name: '5 East',
      proctor_id: null,
      more_proctor_ids: [],
      preceptor_id: 'priya',
      more_preceptor_ids: [],
    }
    expect(issuesOf([byKim], { existing: [existing] })[0]!.map(([severity]) => severity)).toEqual(['warn'])
  })
})

it('an earlier shift that is blocked is no clash', () => {
  const all = ['u', 'v'].map((unit_id) =>
    series({ unit_id, experience: 'group', proctor_ids: ['dana'], days: ['2027-02-01'] }),
  )
  expect(issuesOf(all)[1]!.map(([, code]) => code)).toEqual(['PROCTOR_CLASH'])
  const unplaced = [{ ...all[0]!, unit_id: null }, all[1]!]
  expect(issuesOf(unplaced).map((issues) => issues.map(([, code]) => code))).toEqual([['UNIT_UNKNOWN'], []])
})

describe('a unit and the school’s mapping (Domain 2.15)', () => {
  const ob: ActiveMapping = {
    course_code: 'OB II',
    specialty: 'maternal_newborn',
    specialties: [],
    facility_name: '6 West',
    unit_ids: ['v'],
  }
  const planned = (more: Partial<Series>) =>
    series({ preceptor_ids: ['priya'], course_code: 'OB II', specialty: 'maternal_newborn', ...more })
  const of = (one: Series, mappings: ActiveMapping[]) =>
    issuesOf([one], { mappings })[0]!.filter(([, code]) => code === 'SPECIALTY_MISMATCH')

  it('warns of a unit that the course is not mapped to, and names those it is mapped to', () => {
    expect(of(planned({ unit_id: 'u' }), [ob])).toEqual([
      ['warn', 'SPECIALTY_MISMATCH', '5 East isn’t mapped to OB II. Your school mapped it to 6 West.'],
    ])
  })
  it('is content with a mapped unit, even one whose main specialty is another', () => {
    expect(of(planned({ unit_id: 'v' }), [ob])).toEqual([])
  })
  it('goes by specialty where a mapping names no facility, and by the unit where the course has no mapping', () => {
    const anyIcu: ActiveMapping = { ...ob, facility_name: null, unit_ids: null, specialties: ['icu'] }
    expect(of(planned({ unit_id: 'u' }), [anyIcu])).toEqual([])
    expect(of(planned({ unit_id: 'u' }), [{ ...anyIcu, specialties: ['pediatrics'] }])).toHaveLength(1)
    expect(of(planned({ unit_id: 'u', course_code: 'Peds' }), [ob])[0]![2]).toContain('the plan says')
  })
})
