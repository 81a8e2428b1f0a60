import { describe, expect, it } from 'vitest'
import type { MappingStatus } from './contract.ts'
import {
  changeBlocker,
  coverageByArea,
  coverageOf,
  confidenceWords,
  decisionBlocker,
  dictionaryOf,
  exportCount,
  fitOf,
  isAtWork,
  kindsOf,
  mappingProblems,
  type MappedUnit,
  namedIn,
  pairKey,
  proofWords,
  proposalsFor,
  requirementId,
  runBlocker,
  runWords,
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
  it('activates nothing whose requirement or facility is gone, or that is another’s', () => {
    expect(decisionBlocker({ ...row, required_hours: null }, 'active', 'school')?.code).toBe(
      'mapping.requirement_gone',
    )
    expect(decisionBlocker({ ...row, facility_status: 'closed' }, 'active', 'school')?.code).toBe(
      'mapping.facility_gone',
    )
    expect(decisionBlocker({ ...row, facility_status: 'closed' }, 'rejected', 'school')).toBeNull()
    expect(decisionBlocker({ ...row, is_own: false }, 'retired', 'facility')?.code).toBe('mapping.not_yours')
  })
  it('keeps a facility from changing an agreed mapping', () => {
    expect(changeBlocker({ status: 'active', is_own: true }, 'facility')?.code).toBe('mapping.agreed')
    expect(changeBlocker({ status: 'active', is_own: true }, 'school')).toBeNull()
    expect(changeBlocker({ status: 'proposed', is_own: true }, 'facility')).toBeNull()
  })
  it('applies a run once, after it is done', () => {
    expect(runBlocker('review', 'applied')).toBeNull()
    expect(runBlocker('running', 'applied')?.code).toBe('mapping.run_settled')
    expect(runBlocker('applied', 'applied')?.code).toBe('mapping.run_settled')
  })
})

describe('the keyword engine', () => {
  it('treats OB, maternal, L&D and mother-baby as the same', () => {
    expect(wordsApart('L&D / Mother–Baby')).toBe('l d mother baby')
    for (const name of ['OB', 'Maternal Care', 'L&D West', 'Mother-Baby 3'])
      expect(namedIn(name, dictionary).map(({ specialty }) => specialty)).toEqual(['maternal_newborn'])
  })
  it('treats OR as the operating room, and or as no word at all', () => {
    expect(namedIn('Main OR', dictionary)).toEqual([{ word: 'or', specialty: 'perioperative' }])
    expect(namedIn('Child or Adolescent', dictionary).map(({ word }) => word)).toEqual([
      'adolescent',
      'child',
    ])
    expect(namedIn('Women’s Health, Pre-op', dictionary).map(({ specialty }) => specialty)).toEqual([
      'maternal_newborn',
      'perioperative',
    ])
  })
  it('prefers the longest word, and a facility’s own over the built-in ones', () => {
    expect(namedIn('Labor and Delivery', dictionary)).toEqual([
      { word: 'labor and delivery', specialty: 'maternal_newborn' },
    ])
    const own = dictionaryOf([
      { term: 'tower 4', specialty: 'pediatrics' },
      { term: 'ob', specialty: 'other' },
    ])
    expect(namedIn('Tower 4 OB', own)).toEqual([
      { word: 'tower 4', specialty: 'pediatrics' },
      { word: 'ob', specialty: 'other' },
    ])
  })
  it('is most confident if specialty, name and patients agree, and says why', () => {
    const sure = fitOf(
      course,
      unit({ name: 'L&D', specialty: 'maternal_newborn', population: 'maternal' }),
      dictionary,
    )
    expect(sure).toEqual({
      confidence: 1,
      words: [
        'Unit’s specialty: Maternal-newborn',
        '“l d” in the unit’s name: Maternal-newborn',
        'Cares for: Mothers',
      ],
    })
    expect(
      fitOf(course, unit({ specialty: 'maternal_newborn', population: 'geriatric' }), dictionary).confidence,
    ).toBe(0.55)
    expect(fitOf(course, unit({ name: 'OB overflow', specialty: 'med_surg' }), dictionary).confidence).toBe(
      0.55,
    )
    expect(fitOf(course, unit({ name: 'ICU', specialty: 'icu' }), dictionary)).toEqual({
      confidence: 0,
      words: [],
    })
  })
  it('reads the course if its specialty says nothing', () => {
    const peds = { ...course, specialty: 'other' as const, course_code: 'PEDS 2' }
    expect(fitOf(peds, unit({ specialty: 'pediatrics' }), dictionary)).toMatchObject({
      confidence: 0.8,
      words: ['“peds” in the course: Pediatrics', 'Unit’s specialty: Pediatrics'],
    })
    expect(fitOf({ ...peds, course_code: 'X' }, unit({}), dictionary).confidence).toBe(0)
  })
  it('proposes the most confident first, always in the same order, and leaves out known pairs', () => {
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
    over: 0,
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
  it('compares credited hours with the minimum, and lists gaps', () => {
    const found = coverageOf([student], [])
    expect(found.map(({ specialty, status, gap }) => [specialty, status, gap])).toEqual([
      ['community', 'gap', 12.5],
      ['icu', 'scheduled', 0],
      ['pediatrics', 'covered', 0],
    ])
    expect(coverageByArea(found)[0]).toEqual({
      specialty: 'community',
      students: 1,
      covered: 0,
      scheduled: 0,
      gap: 1,
    })
  })
  it("requires the program's or its active mappings' hours, whichever is more", () => {
    const mapped = {
      program_name: 'BSN',
      specialty: 'pediatrics' as const,
      min_hours: 45,
      status: 'active' as const,
    }
    const of = (...rows: Parameters<typeof coverageOf>[1]) =>
      coverageOf([student], rows).find(({ specialty }) => specialty === 'pediatrics')
    expect(of(mapped)).toMatchObject({ min_hours: 45, status: 'gap', gap: 15, mapped: 1 })
    expect(of({ ...mapped, status: 'proposed' })).toMatchObject({ min_hours: 30, status: 'covered' })
    expect(of({ ...mapped, program_name: 'ADN' })).toMatchObject({ min_hours: 30, mapped: 0 })
  })
})

describe('texts of pages', () => {
  const run = {
    status: 'review',
    courses: 5,
    units: 4,
    known: 2,
    found: 3,
    applied: null,
    failure: null,
    school_name: 'Lakeshore',
  } as const

  it.each([
    [
      {},
      '5 requirements compared with 4 units. 2 left out: proposed, active or rejected already. Select those that fit, and propose them to the school.',
    ],
    [
      { found: 0 },
      '5 requirements compared with 4 units. 2 left out: proposed, active or rejected already. Nothing new to propose.',
    ],
    [
      { found: 0, known: 0 },
      '5 requirements compared with 4 units. Nothing fits. Add the words that your units use, or set their specialty, then try again.',
    ],
    [
      { status: 'applied', applied: 2 },
      '5 requirements compared with 4 units. 2 of 3 proposed; Lakeshore decides.',
    ],
    [{ status: 'running' }, 'Comparing. It takes a few seconds.'],
    [
      { status: 'running', failure: 'x' },
      'It failed before it finished. The person who started it can resume it below, or find suggestions again.',
    ],
    [{ status: 'discarded', failure: 'x' }, 'Discarded. Find suggestions again at any time.'],
  ] as const)('of a run: %o', (change, words) => expect(runWords({ ...run, ...change })).toBe(words))

  it('a run is polled until it is done or failed', () => {
    expect(isAtWork({ status: 'queued', failure: null })).toBe(true)
    expect(isAtWork({ status: 'running', failure: 'x' })).toBe(false)
    expect(isAtWork({ status: 'review', failure: null })).toBe(false)
  })

  it('of confidence: likely, possible, weak', () =>
    expect([0.8, 0.75, 0.5, 0.35].map(confidenceWords)).toEqual(['Likely', 'Likely', 'Possible', 'Weak']))

  it('how much is proven, and what has to be decided', () => {
    const found = (active: number, statuses: MappingStatus[]) =>
      proofWords({
        courses: [{ areas: [{ active }, { active: 0 }] }],
        rows: statuses.map((status) => ({ status })),
      } as never)
    expect(found(2, [])).toBe('1 of 2 requirements have an active mapping.')
    expect(found(0, ['proposed'])).toBe(
      '0 of 2 requirements have an active mapping. 1 proposal needs your decision.',
    )
  })

  it('how many rows a file has', () => {
    const found = {
      rows: [{ status: 'active' }, { status: 'proposed' }],
      coverage: [
        { students: 5, gap: 2 },
        { students: 1, gap: 1 },
      ],
    } as never
    const count = (what: 'mappings' | 'coverage', status?: MappingStatus, isGaps = false) =>
      exportCount(found, { what, status, isGaps })
    expect([
      count('mappings'),
      count('mappings', 'active'),
      count('coverage'),
      count('coverage', undefined, true),
    ]).toEqual([2, 1, 6, 3])
  })

  it('hours by kind are for the area, or for the course if one is required', () => {
    const entry = (course_code: string | null, specialty: string, hours: number, program_id = 'p') => ({
      kind: 'direct' as never,
      hours,
      program_id,
      course_code,
      specialty,
    })
    const entries = [
      entry('N1', 'icu', 2),
      entry(null, 'icu', 3.5),
      entry('N1', 'community', 9),
      entry('N1', 'icu', 7, 'q'),
    ]
    expect(kindsOf({ program_id: 'p', course_code: null, specialty: 'icu' }, entries)).toEqual([
      { kind: 'direct', hours: 5.5 },
    ])
    expect(kindsOf({ program_id: 'p', course_code: 'N1', specialty: 'icu' }, entries)).toEqual([
      { kind: 'direct', hours: 2 },
    ])
  })

  it('a requirement is one option, with or without a course', () =>
    expect(requirementId({ program_id: 'p', course_code: null, specialty: 'icu' })).not.toBe(
      requirementId({ program_id: 'p', course_code: 'N1', specialty: 'icu' }),
    ))

  it('the form is validated: a facility names one of its own, a school a facility or specialties', () => {
    const typed = {
      school_id: 's',
      requirement: 'r',
      facility_id: '',
      specialties: ['icu'],
      min_hours: '',
      priority: '3',
      rationale: '',
    }
    expect(Object.keys(mappingProblems(typed, 'school'))).toEqual([])
    expect(Object.keys(mappingProblems(typed, 'facility'))).toEqual(['facility_id'])
    expect(
      Object.keys(
        mappingProblems(
          {
            ...typed,
            school_id: '',
            requirement: '',
            specialties: [],
            min_hours: 5001,
            rationale: 'x'.repeat(1001),
          },
          'school',
        ),
      ),
    ).toEqual(['school_id', 'requirement', 'facility_id', 'min_hours', 'rationale'])
  })
})
