import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weights } from './contract.ts'
import {
  blocksOf,
  changesInWords,
  changesSince,
  concernBlocker,
  editBlocker,
  hasMatch,
  hoursClosed,
  notPublishedOf,
  publishBlocker,
  rankOf,
  roomFor,
  runPhaseOf,
  startBlocker,
  unrankedIn,
  weightProblems,
  weightTexts,
} from './rules.ts'

test.each([
  ['open', 'run.not_closed'],
  ['draft', 'run.not_closed'],
  ['scheduled', 'run.not_closed'],
  ['closed', undefined],
  ['published', 'run.decided'],
  ['archived', 'run.decided'],
] as const)('a wishlist that is %s: %s', (phase, code) => {
  expect(startBlocker(phase)?.code).toBe(code)
})

test.each([
  ['done', true, undefined],
  ['done', false, 'run.infeasible'],
  ['running', true, 'run.settled'],
  ['published', true, 'run.settled'],
  ['discarded', true, 'run.settled'],
] as const)(
  'a run that is %s, with a match: %s, is changed by hand or published: %s',
  (status, is_feasible, code) => {
    expect(editBlocker({ status, is_feasible })?.code).toBe(code)
    expect(publishBlocker({ status, is_feasible, phase: 'closed' })?.code).toBe(code)
    expect(publishBlocker({ status, is_feasible, phase: 'published' })?.code).toBe('run.decided')
  },
)

describe('what changed since a run', () => {
  const asked = (
    id: string,
    more: { choices?: string[]; is_hardship?: boolean; conflicts?: string[] } = {},
  ) => ({
    id,
    choices: more.choices ?? ['a', 'b'],
    is_hardship: more.is_hardship ?? false,
    conflicts: (more.conflicts ?? []).map((option_id) => ({ option_id })),
  })

  test('is nothing if everyone asked for the same, in whatever order they are listed', () => {
    const then = [asked('1', { conflicts: ['a', 'b'] }), asked('2')]
    const now = [asked('2'), asked('1', { conflicts: ['b', 'a'] })]
    expect(changesInWords(changesSince(then, now))).toBeNull()
  })

  test('is counted by student: choices, declarations and decisions, new students and those who left', () => {
    const then = [asked('1'), asked('2'), asked('3'), asked('4', { conflicts: ['a'] }), asked('5')]
    const now = [
      asked('1', { choices: ['b', 'a'] }),
      asked('2', { is_hardship: true, choices: [] }),
      asked('3', { conflicts: ['b'] }),
      asked('4'),
      asked('6'),
      asked('7'),
    ]
    const changes = changesSince(then, now)
    expect(changes).toEqual({ choices: 2, declared: 3, joined: 2, left: 1 })
    expect(changesInWords(changes)).toBe(
      '2 students have other choices, 3 students have another conflict or hardship, 2 students are new, 1 student has left.',
    )
  })
})

test('a two-sided match counts students whom an option that they chose does not rank, though it ranks others', () => {
  const problem = {
    mode: 'stable',
    students: [
      { id: '1', choices: ['a', 'b'] },
      { id: '2', choices: ['a'] },
      { id: '3', choices: ['c', 'a', 'b'] },
    ],
    options: [{ id: 'a', ranks: ['1'] }, { id: 'b', ranks: ['3', '1'] }, { id: 'c' }],
  }
  expect(unrankedIn(problem)).toBe(2)
  expect(unrankedIn({ ...problem, mode: 'ranked' })).toBe(0)
  expect(unrankedIn({ ...problem, options: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })).toBe(0)
})

test('an active run follows its job; later the job is ignored', () => {
  expect(runPhaseOf('queued', 'queued')).toBe('queued')
  expect(runPhaseOf('queued', 'running')).toBe('running')
  expect(runPhaseOf('running', 'canceled')).toBe('stopped')
  expect(runPhaseOf('running', 'failed')).toBe('failed')
  expect(runPhaseOf('running', null)).toBe('failed')
  expect(runPhaseOf('done', 'failed')).toBe('done')
})

test('a search that hit its limit has a match only if it found one', () => {
  expect(hasMatch({ status: 'bound', objective: null })).toBe(false)
  expect(hasMatch({ status: 'bound', objective: 120 })).toBe(true)
  expect(hasMatch({ status: 'infeasible', objective: null })).toBe(false)
  for (const status of ['stable', 'drawn', 'by_hand'] as const)
    expect(hasMatch({ status, objective: null })).toBe(true)
})

test('a concern can be raised until the deadline, once for each fact', () => {
  const result = { concerns_until: '2026-11-26T12:00:00Z', facts: ['conflict'] as const }
  const code = (now: string, fact: 'conflict' | 'schedule') =>
    concernBlocker({ ...result, fact, now: Date.parse(now) })?.code
  expect(code('2026-11-26T11:59:59.999Z', 'schedule')).toBeUndefined()
  expect(code('2026-11-26T12:00:00Z', 'schedule')).toBe('concern.not_open')
  expect(code('2026-11-26T11:00:00Z', 'conflict')).toBe('concern.raised')
})

describe('blocks', () => {
  const option = (id: string, first_date: string, last_date: string) => ({ id, first_date, last_date })

  test('are shared by options with overlapping days, and only by those', () => {
    const options = [
      option('b', '2027-01-20', '2027-02-28'),
      option('a', '2027-01-10', '2027-01-25'),
      option('c', '2027-02-28', '2027-03-01'),
      option('d', '2027-03-02', '2027-04-01'),
    ]
    const [one, two, three] = ['block 1', 'block 2', 'block 3']
    expect([...blocksOf(options)]).toEqual([
      ['a', [one]],
      ['b', [one, two]],
      ['c', [two]],
      ['d', [three]],
    ])
    expect(roomFor(options)).toBe(3)
  })

  test('leave room for two halves of a semester next to an option of all of it', () => {
    const options = [
      option('all', '2027-01-11', '2027-04-30'),
      option('first', '2027-01-11', '2027-03-05'),
      option('second', '2027-03-08', '2027-04-30'),
    ]
    expect(Object.fromEntries(blocksOf(options))).toEqual({
      all: ['block 1', 'block 2'],
      first: ['block 1'],
      second: ['block 2'],
    })
    expect(roomFor(options)).toBe(2)
    expect(roomFor([option('all', '2027-01-11', '2027-04-30'), ...options.slice(1, 2)])).toBe(1)
    expect(roomFor([])).toBe(0)
  })

  test('are in order, and two options share one exactly if their days overlap', () => {
    const day = (at: number) => `2027-01-${`${at + 1}`.padStart(2, '0')}`
    const span = fc.tuple(fc.nat(12), fc.nat(8))
    fc.assert(
      fc.property(fc.array(span, { maxLength: 7 }), (spans) => {
        const options = spans.map(([at, length], id) => option(`${id}`, day(at), day(at + length)))
        const blocks = blocksOf(options)
        const names = [...new Set([...blocks.values()].flat())]
        expect(names).toEqual(names.map((_, at) => `block ${at + 1}`))
        for (const a of options)
          for (const b of options) {
            const isShared = blocks.get(a.id)!.some((name) => blocks.get(b.id)!.includes(name))
            expect(isShared).toBe(a.first_date <= b.last_date && b.first_date <= a.last_date)
            const [last, next] = [blocks.get(a.id)!.at(-1)!, blocks.get(b.id)![0]!].map((name) =>
              names.indexOf(name),
            )
            expect(last! < next!).toBe(a.last_date < b.first_date)
          }
        // The most that fit one after another, by trying each choice.
        const most = (after: string): number =>
          Math.max(
            0,
            ...options
              .filter(({ first_date: first }) => first > after)
              .map(({ last_date: last }) => 1 + most(last)),
          )
        expect(roomFor(options)).toBe(most(''))
      }),
    )
  })
})

describe('facts about a student', () => {
  test('placements close no more hours than are open', () => {
    const placed = [
      { specialty: 'icu', hours: 60 },
      { specialty: 'icu', hours: 60 },
      { specialty: 'pediatrics', hours: 24 },
    ]
    expect(hoursClosed(placed, { icu: 90, pediatrics: 45, community: 10 })).toBe(114)
    expect(hoursClosed([], { icu: 90 })).toBe(0)
  })
  test('a choice has its number', () => {
    expect(rankOf(['a', 'b'], 'b')).toBe(2)
    expect(rankOf(['a', 'b'], 'c')).toBeNull()
  })
})

test('each weight explains its effect in its own numbers', () => {
  const usual = weights.parse({})
  const textOf = (name: string, of = usual) => weightTexts.find((text) => text.name === name)!.does(of)
  expect(textOf('rank')).toContain('A first choice counts 10 points, a second 40, a third 90.')
  expect(textOf('coverage')).not.toContain('more than going')
  expect(textOf('coverage', { ...usual, coverage: 31 })).toContain('more than going from a first to a second')
  expect(textOf('hardship')).toContain('count 3 times as much')
  expect(textOf('missedFirst', { ...usual, missedFirst: 0 })).toBe('Earlier wishlists change nothing.')
  expect(weightTexts.map(({ name }) => name)).toEqual(Object.keys(usual))
})

test.each([
  [{ rank: 1.5 }, { rank: 'Enter a whole number.' }],
  [{ distance: Number.NaN }, { distance: 'Enter a whole number.' }],
  [{ coverage: -1 }, { coverage: 'Not below 0.' }],
  [{ hardship: 21 }, { hardship: 'At most 20.' }],
  [{ rank: 10_001 }, { rank: 'At most 10,000.' }],
  [{ rank: 10_000, hardship: 20 }, {}],
])('weights %o are validated on screen as by the server', (more, expected) => {
  const tried = { ...weights.parse({}), ...more }
  expect(weightProblems(tried)).toEqual(expected)
  expect(weights.safeParse(tried).success).toBe(Object.keys(expected).length === 0)
})

describe('what prevented publishing', () => {
  const at = '2026-11-29T15:00:00Z'
  const result = {
    count: 10,
    placements: [
      { student_id: 'a', sentence: 'Ada Byron, Morning lab: Overlaps with another shift.' },
      { student_id: 'b', sentence: 'Ben Lowe, Morning lab: influenza rejected.' },
      { student_id: null, sentence: 'Long lab: it has no upcoming shifts.' },
    ],
  }

  test('is listed line by line, each with its student, and who has been placed elsewhere since', () => {
    const edits = [
      { student_id: 'b', created_at: '2026-11-29T15:10:00Z', undone_at: null },
      { student_id: 'a', created_at: '2026-11-29T14:10:00Z', undone_at: null },
    ]
    expect(notPublishedOf({ result, finished_at: at }, edits)).toEqual({
      at,
      count: 10,
      placements: [
        {
          sentence: 'Ada Byron, Morning lab: Overlaps with another shift.',
          student_id: 'a',
          is_changed: false,
        },
        { sentence: 'Ben Lowe, Morning lab: influenza rejected.', student_id: 'b', is_changed: true },
        { sentence: 'Long lab: it has no upcoming shifts.', student_id: null, is_changed: false },
      ],
    })
  })
})
