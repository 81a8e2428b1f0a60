import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InstrumentContent } from '../contract.ts'
import {
  addItem,
  addPoint,
  addSection,
  changeItem,
  changePoint,
  raiseItem,
  raiseSection,
  removeItem,
  removePoint,
  removeSection,
  toggleComment,
  toggleNotApplicable,
  togglePoint,
  unfinishedOf,
} from './edits.ts'
import { answerFaults, contentBlocker, itemsOf } from '../rules.ts'

const section = (prefix: string, title: string): InstrumentContent['sections'][number] => ({
  title,
  framework: 'QSEN',
  items: [1, 2, 3].map((n) => ({
    code: `${prefix}${n}`,
    text: `${title} ${n}`,
    critical: n === 1,
    comment_required_if: [],
  })),
})
const clinical: InstrumentContent = {
  audience: 'proctor_to_student',
  timings: ['midterm', 'final'],
  anonymous: false,
  min_n_to_show: 5,
  scale: {
    points: [
      { code: 'S', label: 'Satisfactory', value: 2, help: null },
      { code: 'NI', label: 'Needs improvement', value: 1, help: null },
      { code: 'U', label: 'Unsatisfactory', value: 0, help: null },
    ],
    pass_threshold: 2,
    fail_below: 1,
    midterm_allowed: ['S', 'NI', 'U'],
    final_allowed: ['S', 'U'],
    exemplar_at: [],
    na_allowed: true,
    na_forbidden_items: ['A2'],
  },
  sections: [section('A', 'Patient-centered care'), section('B', 'Teamwork'), section('C', 'Safety')],
}
const codes = (content: InstrumentContent) => itemsOf(content).map(({ code }) => code)

describe('editing a form', () => {
  it('leaves no rule about a removed point or item, whatever the edits', () => {
    const action = fc.oneof(
      fc.constant(addPoint),
      fc
        .nat(6)
        .map(
          (at) => (c: InstrumentContent) =>
            at < c.scale.points.length && c.scale.points.length > 2 ? removePoint(c, at) : c,
        ),
      fc.tuple(fc.nat(6), fc.constantFrom('A', 'B', 'C', 'D')).map(
        ([at, code]) =>
          (c: InstrumentContent) =>
            at < c.scale.points.length && !c.scale.points.some((one) => one.code === code)
              ? changePoint(c, at, { code })
              : c,
      ),
      fc
        .tuple(
          fc.nat(6),
          fc.constantFrom('midterm_allowed' as const, 'final_allowed' as const, 'exemplar_at' as const),
        )
        .map(
          ([at, rule]) =>
            (c: InstrumentContent) =>
              at < c.scale.points.length ? togglePoint(c, rule, c.scale.points[at]!.code) : c,
        ),
      fc.tuple(fc.nat(8), fc.nat(2)).map(
        ([at, point]) =>
          (c: InstrumentContent) =>
            at < c.sections.length && c.sections[at]!.items.length > 0
              ? toggleComment(
                  c,
                  { section: at, item: 0 },
                  c.scale.points[point % c.scale.points.length]!.code,
                )
              : c,
      ),
      fc
        .nat(20)
        .map(
          (at) => (c: InstrumentContent) =>
            at < codes(c).length ? toggleNotApplicable(c, codes(c)[at]!) : c,
        ),
      fc.nat(8).map((at) => (c: InstrumentContent) => (at < c.sections.length ? removeSection(c, at) : c)),
      fc
        .nat(8)
        .map(
          (at) => (c: InstrumentContent) =>
            at < c.sections.length && c.sections[at]!.items.length > 0
              ? removeItem(c, { section: at, item: 0 })
              : c,
        ),
      fc
        .nat(8)
        .map(
          (at) => (c: InstrumentContent) =>
            at < c.sections.length && c.sections[at]!.items.length > 0
              ? raiseItem(c, { section: at, item: 0 })
              : c,
        ),
      fc.nat(8).map((at) => (c: InstrumentContent) => (at < c.sections.length ? raiseSection(c, at) : c)),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        const content = actions.reduce((before, change) => change(before), clinical)
        const blocker = contentBlocker(content)
        expect(blocker === null || blocker.code === 'instrument.no_points').toBe(true)
      }),
    )
  })

  it('keeps comment rules under the new code of a point', () => {
    const [first] = codes(clinical)
    const asked = toggleComment(clinical, { section: 0, item: 0 }, 'NI')
    const renamed = changePoint(asked, 1, { code: 'D', label: 'Developing' })
    expect(answerFaults(renamed, 'midterm', [{ code: first!, point: 'D', comment: null }])[0]).toEqual({
      code: first,
      fault: 'comment_missing',
    })
    expect(renamed.scale.midterm_allowed).toEqual(['S', 'D', 'U'])
  })

  it('keeps the rules of another point while an existing code is typed', () => {
    const typed = changePoint(changePoint(clinical, 1, { code: 'S' }), 1, { code: 'SA' })
    expect(typed.scale.points.map(({ code }) => code)).toEqual(['S', 'SA', 'U'])
    expect(typed.scale.final_allowed).toContain('S')
  })

  it('orders items as wanted, also across sections', () => {
    const [one, two] = clinical.sections as [
      InstrumentContent['sections'][number],
      InstrumentContent['sections'][number],
    ]
    const moved = raiseItem(clinical, { section: 1, item: 0 })
    expect(moved.sections[0]!.items.at(-1)).toBe(two.items[0])
    expect(moved.sections[1]!.items).toEqual(two.items.slice(1))
    expect(raiseSection(clinical, 1).sections[0]).toBe(two)
    expect(raiseItem(clinical, { section: 0, item: 0 })).toEqual(clinical)
    expect(raiseItem(clinical, { section: 0, item: 1 }).sections[0]!.items[0]).toBe(one.items[1])
  })

  it('says what is missing, and nothing once it is complete', () => {
    expect(unfinishedOf('Ours', clinical)).toBeNull()
    expect(unfinishedOf(' ', clinical)).toBe('Enter a name.')
    expect(unfinishedOf('Ours', { ...clinical, timings: [] })).toBe('Choose when the form is used.')
    expect(unfinishedOf('Ours', addPoint(clinical))).toBe('Say what P1 means.')
    const added = addSection(clinical, 'X1')
    expect(unfinishedOf('Ours', added)).toBe(`Give section ${added.sections.length} a title.`)
    expect(unfinishedOf('Ours', addItem(clinical, 0, 'X1'))).toBe(
      'Write what each item of Patient-centered care asks.',
    )
    const whole = changeItem(addItem(clinical, 0, 'X1'), { section: 0, item: 3 }, { text: 'Listens first' })
    expect(unfinishedOf('Ours', whole)).toBeNull()
    expect(unfinishedOf('Ours', changePoint(clinical, 1, { code: 'S' }))).toBe(
      'The code S is used twice. Use each code only once.',
    )
    expect(unfinishedOf('Ours', togglePoint(clinical, 'final_allowed', 'U'))).toBe(
      'Choose at least two points for the final.',
    )
  })
})
