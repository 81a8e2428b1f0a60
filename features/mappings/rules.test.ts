import { describe, expect, it } from 'vitest'
import type { MappingStatus } from './contract.ts'
import {
  changeBlocker,
  coverageByArea,
  coverageOf,
  decisionBlocker,
  dictionaryOf,
  fitOf,
  type MappedUnit,
  namedIn,
  pairKey,
  proposalsFor,
  runBlocker,
  wordsApart,
} from './rules.ts'

const row = {
  status: 'proposed' as MappingStatus,
  is_own: true,
  required_hours: 90,
  facility_name: 'ICU',
  facility_status: 'active' as const,
}
const unit = (changes: Partial<MappedUnit>): MappedUnit => ({
  id: 'u',
  name: 'Unit 4',
  code: null,
  specialty: 'other',
  population: 'all',
  detail: '',
  ...changes,
})
const course = {
  program_id: 'p',
  program_name: 'BSN',
  course_code: 'NURS 341',
  specialty: 'maternal_newborn' as const,
}
const dictionary = dictionaryOf([])

describe('a decision', () => {
  it.each([
    ['proposed', 'active', 'school', null],
    ['proposed', 'active', 'facility', 'mapping.not_yours'],
    ['proposed', 'retired', 'facility', null],
    ['active', 'retired', 'facility', null],
    ['active', 'proposed', 'school', null],
    ['rejected', 'proposed', 'facility', 'mapping.not_yours'],
    ['rejected', 'active', 'school', 'mapping.step'],
    ['retired', 'active', 'school', 'mapping.step'],
  ] as const)('from %s to %s by the %s: %s', (status, to, party, code) => {
    expect(decisionBlocker({ ...row, status }, to, party)?.code ?? null).toBe(code)
  })
  it('activates nothing whose requirement or facility is gone, nor what is another’s', () => {
    expect(decisionBlocker({ ...row, required_hours: null }, 'active', 'school')?.code).toBe(
      'mapping.requirement_gone',
    )
    expect(decisionBlocker({ ...row, facility_status: 'closed' }, 'active', 'school')?.code).toBe(
      'mapping.facility_gone',
    )
    expect(decisionBlocker({ ...row, facility_status: 'closed' }, 'rejected', 'school')).toBeNull()
    expect(decisionBlocker({ ...row, is_own: false }, 'retired', 'facility')?.code).toBe('mapping.not_yours')
  })
  it('keeps what is agreed from the facility', () => {
    expect(changeBlocker({ status: 'active', is_own: true }, 'facility')?.code).toBe('mapping.agreed')
    expect(changeBlocker({ status: 'active', is_own: true }, 'school')).toBeNull()
    expect(changeBlocker({ status: 'proposed', is_own: true }, 'facility')).toBeNull()
  })
  it('applies a run once, after its answer', () => {
    expect(runBlocker('review', 'applied')).toBeNull()
    expect(runBlocker('running', 'applied')?.code).toBe('mapping.run_settled')
    expect(runBlocker('applied', 'applied')?.code).toBe('mapping.run_settled')
  })
})

describe('the keyword engine', () => {
  it('reads OB, maternal, L&D and mother-baby as one', () => {
    expect(wordsApart('L&D / Mother–Baby')).toBe('l d mother baby')
    for (const name of ['OB', 'Maternal Care', 'L&D West', 'Mother-Baby 3'])
      expect(namedIn(name, dictionary).map(({ specialty }) => specialty)).toEqual(['maternal_newborn'])
  })
  it('takes the longest word, and a facility’s own before the usual one', () => {
    expect(namedIn('Labor and Delivery', dictionary)).toEqual([
      { word: 'labor and delivery', specialty: 'maternal_newborn' },
    ])
    const own = dictionaryOf([{ term: 'tower 4', specialty: 'pediatrics' }, { term: 'ob', specialty: 'other' }]) // prettier-ignore
    expect(namedIn('Tower 4 OB', own)).toEqual([
      { word: 'tower 4', specialty: 'pediatrics' },
      { word: 'ob', specialty: 'other' },
    ])
  })
  it('is surest where specialty, name and patients agree, and says why', () => {
    const sure = fitOf(course, unit({ name: 'L&D', specialty: 'maternal_newborn', population: 'maternal' }), dictionary) // prettier-ignore
    expect(sure).toEqual({
      confidence: 1,
      words: ['Unit’s specialty: Maternal-newborn', '“l d” in the unit’s name: Maternal-newborn', 'Cares for: Mothers'],
    }) // prettier-ignore
    expect(fitOf(course, unit({ specialty: 'maternal_newborn', population: 'geriatric' }), dictionary).confidence).toBe(0.55) // prettier-ignore
    expect(fitOf(course, unit({ name: 'OB overflow', specialty: 'med_surg' }), dictionary).confidence).toBe(0.55) // prettier-ignore
    expect(fitOf(course, unit({ name: 'ICU', specialty: 'icu' }), dictionary)).toEqual({
      confidence: 0,
      words: [],
    })
  })
  it('reads the course where its specialty says nothing', () => {
    const peds = { ...course, specialty: 'other' as const, course_code: 'PEDS 2' }
    expect(fitOf(peds, unit({ specialty: 'pediatrics' }), dictionary)).toMatchObject({
      confidence: 0.8,
      words: ['“peds” in the course: Pediatrics', 'Unit’s specialty: Pediatrics'],
    })
    expect(fitOf({ ...peds, course_code: 'X' }, unit({}), dictionary).confidence).toBe(0)
  })
  it('proposes the surest first, the same each time, and leaves out what is known', () => {
    const units = [unit({ id: 'b', name: 'OB annex' }), unit({ id: 'a', specialty: 'maternal_newborn' })]
    const { proposals } = proposalsFor([course], units, dictionary, new Set())
    expect(proposals.map(({ facility_id, confidence }) => [facility_id, confidence])).toEqual([
      ['a', 0.8],
      ['b', 0.55],
    ])
    expect(proposalsFor([course], units.toReversed(), dictionary, new Set()).proposals).toEqual(proposals)
    const known = new Set([pairKey({ ...course, facility_id: 'a' })])
    expect(proposalsFor([course], units, dictionary, known)).toMatchObject({
      known: 1,
      proposals: [{ facility_id: 'b' }],
    })
  })
})

describe('coverage', () => {
  const area = (specialty: string, required: number | null, credited: number, scheduled: number) => ({
    specialty,
    required,
    credited,
    scheduled,
    projected: credited + scheduled,
    gap: null,
  })
  const student = {
    student_id: 's',
    full_name: 'Jenna',
    cohort_name: null,
    program_name: 'BSN',
    by_specialty: [
      area('pediatrics', 30, 30, 0),
      area('icu', 30, 10, 20),
      area('community', 30, 10, 7.5),
      area('other', null, 4, 0),
    ],
  }
  it('is credited hours of the minimum, and lists gaps', () => {
    const found = coverageOf([student], [])
    expect(found.map(({ specialty, status, gap }) => [specialty, status, gap])).toEqual([
      ['community', 'gap', 12.5],
      ['icu', 'scheduled', 0],
      ['pediatrics', 'covered', 0],
    ])
    expect(coverageByArea(found)[0]).toEqual({ specialty: 'community', students: 1, covered: 0, scheduled: 0, gap: 1 }) // prettier-ignore
  })
  it('asks the higher of program and active mappings of the same program', () => {
    const mapped = { program_name: 'BSN', specialty: 'pediatrics' as const, min_hours: 45, status: 'active' as const } // prettier-ignore
    const of = (...rows: Parameters<typeof coverageOf>[1]) =>
      coverageOf([student], rows).find(({ specialty }) => specialty === 'pediatrics')
    expect(of(mapped)).toMatchObject({ min_hours: 45, status: 'gap', gap: 15, mapped: 1 })
    expect(of({ ...mapped, status: 'proposed' })).toMatchObject({ min_hours: 30, status: 'covered' })
    expect(of({ ...mapped, program_name: 'ADN' })).toMatchObject({ min_hours: 30, mapped: 0 })
  })
})
