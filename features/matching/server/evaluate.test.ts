import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluateMatch } from './evaluate.ts'
import { checkedProblem } from './format.ts'
import { match } from './match.ts'

const ids = ['a', 'b', 'c', 'd']
const problems = fc
  .record({
    students: fc.array(fc.record({ choices: fc.shuffledSubarray(ids), hardship: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    }),
    seats: fc.array(fc.integer({ min: 2, max: 3 }), { minLength: 4, maxLength: 4 }),
    mode: fc.constantFrom('ranked' as const, 'stable' as const),
    seed: fc.nat(100),
  })
  .map(({ students, seats, mode, seed }) =>
    checkedProblem({
      version: 1,
      mode,
      seed,
      students: students.map((student, at) => ({ id: `s${at}`, ...student })),
      options: seats.map((count, at) => ({ id: ids[at]!, seats: count })),
    }),
  )

test('a limit of several levels counts their students together, and no others', () => {
  const problem = checkedProblem({
    version: 1,
    placeEveryone: false,
    options: [{ id: 'a', seats: 9 }],
    students: ['first', 'second', 'third'].map((level) => ({ id: level, level })),
    limits: [{ name: 'Unit', options: ['a'], levels: ['first', 'third', 'graduate'], max: 1 }],
  })
  const broken = (...students: string[]) =>
    evaluateMatch(
      problem,
      students.map((student) => ({ student, options: ['a'] })),
      false,
    ).broken.map(({ words }) => words)
  expect(broken('first', 'second')).toEqual([])
  expect(broken('first', 'second', 'third')).toEqual(['Unit has 2 students; 0 to 1 may come.'])
})

test("evaluating the engine's match gives the same total, metrics and reasons, and no broken rule", async () => {
  await fc.assert(
    fc.asyncProperty(problems, async (problem) => {
      const answer = await match(problem)
      const found = evaluateMatch(problem, answer.assignments, false)
      expect(found.metrics).toEqual(answer.metrics)
      expect(found.explanations.toSorted((a, b) => (a.student < b.student ? -1 : 1))).toEqual(
        answer.explanations,
      )
      if (answer.proof.objective !== null) expect(found.total).toBe(answer.proof.objective) // oxlint-disable-line vitest/no-conditional-expect -- a stable match has no total
      expect(found.broken.filter(({ rule }) => rule !== 'seat')).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('a match changed by hand makes no claim about one more seat', () => {
  const problem = checkedProblem({
    version: 1,
    students: [
      { id: 's1', choices: ['a', 'b'] },
      { id: 's2', choices: ['a', 'b'] },
    ],
    options: [
      { id: 'a', seats: 1 },
      { id: 'b', seats: 2 },
    ],
  })
  const placed = [
    { student: 's1', options: ['a'] },
    { student: 's2', options: ['b'] },
  ]
  const sentences = (isEdited: boolean) =>
    JSON.stringify(evaluateMatch(problem, placed, isEdited).explanations)
  expect(sentences(false)).toContain('One more seat there could have been yours.')
  expect(sentences(true)).not.toContain('One more seat')
  expect(sentences(true)).toContain('Your school decided some seats of this match by hand.')
  const full = evaluateMatch(
    problem,
    [
      { student: 's1', options: ['a'] },
      { student: 's2', options: ['a'] },
    ],
    true,
  )
  expect(full.broken.map(({ words }) => words)).toEqual(['a has 2 students; 0 to 1 may come.'])
})
