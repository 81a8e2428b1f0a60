import { describe, expect, it } from 'vitest'
import { type Answer, instrumentContent, type InstrumentContent } from './contract.ts'
import {
  answerFaults,
  choiceBlocker,
  contentBlocker,
  domainScores,
  type EvaluationTime,
  itemsOf,
  legalPoints,
  mayBeNotApplicable,
  planItems,
  resultOf,
  timesOf,
} from './rules.ts'
import { templates } from './server/templates.ts'

const byKey = (key: string): InstrumentContent => templates.find((one) => one.key === key)!.content
const clinical = byKey('clinical-s-ni-u')
const domains = byKey('aacn-domains')
const judgment = byKey('clinical-judgment')
const met = byKey('met-not-met')
const quick = byKey('shift-quick-check')

/** The same point for every item, with exceptions; comments if given. */
const all = (
  content: InstrumentContent,
  point: string,
  other: Record<string, string | [string, string]> = {},
): Answer[] =>
  itemsOf(content).map(({ code }) => {
    const [given, comment] = [other[code] ?? point].flat() as [string, string | undefined]
    return { code, point: given, comment: comment ?? null }
  })

describe('the shipped instruments', () => {
  it.each(templates.map((one) => [one.key, one] as const))(
    '%s is complete and can be published',
    (_key, one) => {
      expect(instrumentContent.parse(one.content)).toEqual(one.content)
      expect(contentBlocker(one.content)).toBeNull()
    },
  )

  it('have the six groups of QSEN, ten domains, eleven dimensions and a quick check of five', () => {
    expect(clinical.sections).toHaveLength(6)
    expect(itemsOf(domains)).toHaveLength(10)
    expect(itemsOf(judgment)).toHaveLength(11)
    expect(judgment.sections.map(({ title }) => title)).toEqual([
      'Noticing',
      'Interpreting',
      'Responding',
      'Reflecting',
    ])
    expect(itemsOf(quick)).toHaveLength(5)
    expect(new Set(templates.map(({ key }) => key)).size).toBe(templates.length)
  })
})

describe('domains', () => {
  const scored = (content: InstrumentContent, answers: Answer[]) =>
    new Map(domainScores(content, answers).map(({ title, percent }) => [title, percent]))

  it('are sections, in percent of their maximum', () => {
    const found = scored(
      clinical,
      all(clinical, 'S', { 'Q5.1': ['U', 'Twice without checks.'], 'Q5.2': 'NI' }),
    )
    expect([...found]).toEqual([
      ['Patient-centered care', 100],
      ['Teamwork and collaboration', 100],
      ['Evidence-based practice', 100],
      ['Quality improvement', 100],
      ['Safety', 50],
      ['Informatics', 100],
    ])
  })

  it('are the items of the list of ten domains', () => {
    const found = scored(domains, all(domains, '3', { D5: '4' }))
    expect(found.size).toBe(10)
    expect(found.get('Quality and safety')).toBe(100)
    expect(found.get('Professionalism')).toBe(75)
  })

  it('leave out items that did not apply', () => {
    const found = scored(
      clinical,
      all(clinical, 'S', { 'Q4.1': 'NA', 'Q4.2': 'NA', 'Q3.1': 'NA', 'Q3.2': 'NI' }),
    )
    expect(found.has('Quality improvement')).toBe(false)
    expect(found.get('Evidence-based practice')).toBe(50)
  })
})

describe('allowed points', () => {
  it.each<[string, InstrumentContent, EvaluationTime, string[]]>([
    ['S, NI and U at midterm', clinical, 'midterm', ['S', 'NI', 'U']],
    ['only S and U at the final', clinical, 'final', ['S', 'U']],
    ['all of them after a shift', quick, 'shift', ['S', 'NI', 'U']],
    ['met and not met', met, 'final', ['M', 'NM']],
  ])('%s', (_what, content, time, points) => {
    expect(legalPoints(content.scale, time)).toEqual(points)
  })

  it('have no N/A on core and critical items, nor if the scale has none', () => {
    const one = (content: InstrumentContent, code: string) =>
      mayBeNotApplicable(
        content.scale,
        itemsOf(content).find((item) => item.code === code)!,
      )
    expect(one(clinical, 'Q1.1')).toBe(false)
    expect(one(clinical, 'Q5.2')).toBe(false)
    expect(one(clinical, 'Q3.1')).toBe(true)
    expect(one(judgment, 'J1.1')).toBe(false)
  })
})

describe('answers', () => {
  it.each<[string, InstrumentContent, EvaluationTime, Answer[], string[]]>([
    ['all satisfactory', clinical, 'final', all(clinical, 'S'), []],
    ['one missing', quick, 'shift', all(quick, 'S').slice(1), ['K1 missing']],
    ['NI at the final', clinical, 'final', all(clinical, 'S', { 'Q3.1': 'NI' }), ['Q3.1 illegal_point']],
    ['NI at midterm', clinical, 'midterm', all(clinical, 'S', { 'Q3.1': 'NI' }), []],
    ['a point of another scale', quick, 'shift', all(quick, 'S', { K4: '5' }), ['K4 illegal_point']],
    [
      'N/A on a core item',
      clinical,
      'midterm',
      all(clinical, 'S', { 'Q2.1': 'NA' }),
      ['Q2.1 not_applicable'],
    ],
    ['N/A elsewhere', clinical, 'midterm', all(clinical, 'S', { 'Q4.1': 'NA' }), []],
    [
      'U on a critical item without a comment',
      quick,
      'shift',
      all(quick, 'S', { K2: 'U' }),
      ['K2 comment_missing'],
    ],
    [
      'U on a critical item with one',
      quick,
      'shift',
      all(quick, 'S', { K2: ['U', 'Wrong patient, stopped by the nurse.'] }),
      [],
    ],
    ['U on another item', quick, 'shift', all(quick, 'S', { K4: 'U' }), []],
    ['not met without a comment', met, 'final', all(met, 'M', { M3: 'NM' }), ['M3 comment_missing']],
    ['a 4 without an example', domains, 'final', all(domains, '3', { D1: '4' }), ['D1 comment_missing']],
    [
      'a comment of spaces',
      domains,
      'final',
      all(domains, '3', { D1: ['4', '   '] }),
      ['D1 comment_missing'],
    ],
  ])('%s', (_what, content, time, answers, faults) => {
    expect(answerFaults(content, time, answers).map(({ code, fault }) => `${code} ${fault}`)).toEqual(faults)
  })
})

describe('results', () => {
  it.each<[string, InstrumentContent, Answer[], object]>([
    ['satisfactory only where every item is', clinical, all(clinical, 'S'), { outcome: 'satisfactory' }],
    ['one NI', clinical, all(clinical, 'S', { 'Q3.1': 'NI' }), { outcome: 'needs_improvement' }],
    ['one U', clinical, all(clinical, 'S', { 'Q3.1': 'U', 'Q3.2': 'NI' }), { outcome: 'unsatisfactory' }],
    [
      'N/A counts neither way',
      quick,
      all(quick, 'S', { K4: 'NA' }),
      { outcome: 'satisfactory', score: 8, most: 8 },
    ],
    [
      'an answer to no item of the form',
      quick,
      [...all(quick, 'S'), { code: 'Z9', point: 'U', comment: null }],
      { outcome: 'satisfactory', score: 10, most: 10 },
    ],
    ['the lowest of judgment', judgment, all(judgment, '1'), { outcome: 'rated', score: 11, most: 44 }],
    ['the highest of judgment', judgment, all(judgment, '4'), { outcome: 'rated', score: 44, most: 44 }],
    ['a 2 of 4 needs improvement', domains, all(domains, '3', { D3: '2' }), { outcome: 'needs_improvement' }],
    ['a 1 of 4 is unsatisfactory', domains, all(domains, '3', { D3: '1' }), { outcome: 'unsatisfactory' }],
  ])('%s', (_what, content, answers, result) => {
    expect(resultOf(content, answers)).toMatchObject(result)
  })
})

describe('remediation plans', () => {
  it.each<[string, InstrumentContent, EvaluationTime, Answer[], string[]]>([
    ['none where all is satisfactory', clinical, 'midterm', all(clinical, 'S'), []],
    ['NI at midterm', clinical, 'midterm', all(clinical, 'S', { 'Q3.1': 'NI' }), ['Q3.1']],
    [
      'U at midterm',
      clinical,
      'midterm',
      all(clinical, 'S', { 'Q3.1': 'U', 'Q4.1': 'NI' }),
      ['Q3.1', 'Q4.1'],
    ],
    ['U on a critical item at the final', clinical, 'final', all(clinical, 'S', { 'Q5.1': 'U' }), ['Q5.1']],
    ['U on another item at the final', clinical, 'final', all(clinical, 'S', { 'Q3.1': 'U' }), []],
    ['U on a critical item on a shift', quick, 'shift', all(quick, 'S', { K2: 'U' }), ['K2']],
    ['NI on a critical item on a shift', quick, 'shift', all(quick, 'S', { K2: 'NI' }), []],
    ['a scale that passes nothing', judgment, 'midterm', all(judgment, '1'), []],
  ])('%s', (_what, content, time, answers, codes) => {
    expect(planItems(content, time, answers).map(({ code }) => code)).toEqual(codes)
  })
})

describe('an instrument of a school', () => {
  const change = (more: Partial<InstrumentContent>, scale: Partial<InstrumentContent['scale']> = {}) => ({
    ...quick,
    ...more,
    scale: { ...quick.scale, ...scale },
  })
  it.each<[string, InstrumentContent, object]>([
    [
      'a code twice',
      change({ sections: [...quick.sections, ...quick.sections] }),
      { code: 'instrument.code_twice', values: { code: 'K1' } },
    ],
    [
      'a point that is not there',
      change({}, { midterm_allowed: ['S', 'X'] }),
      { code: 'instrument.code_unknown', values: { code: 'X' } },
    ],
    [
      'an item that is not there',
      change({}, { na_forbidden_items: ['Z9'] }),
      { code: 'instrument.code_unknown', values: { code: 'Z9' } },
    ],
    [
      'a final without a choice',
      change({ timings: ['final'] }, { final_allowed: ['S'] }),
      { code: 'instrument.no_points', values: { time: 'final' } },
    ],
    [
      'the code of not applicable',
      change({}, { points: [...quick.scale.points, { code: 'NA', label: 'None', value: 9, help: null }] }),
      { code: 'instrument.code_reserved' },
    ],
  ])('is refused with %s', (_what, content, blocker) => {
    expect(contentBlocker(content)).toMatchObject(blocker)
  })
})

it.each([
  ['each shift with the quick check', quick, 'shift', {}, undefined],
  ['the final with the quick check', quick, 'final', {}, 'instrument.wrong_time'],
  ['a shift with feedback on a site', byKey('site-feedback'), 'shift', {}, 'instrument.wrong_time'],
  ['one that is retired', met, 'final', { status: 'retired' }, 'instrument.retired'],
  ['one that was never published', met, 'final', { latest_version: 0 }, 'instrument.not_published'],
] as const)('a school chooses %s', (_what, content, time, more, code) => {
  const made = { status: 'active', latest_version: 1, made_for: timesOf(content), ...more } as const
  expect(choiceBlocker(made, time)?.code).toBe(code)
})
