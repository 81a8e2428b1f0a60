import { describe, expect, test } from 'vitest'
import { checkedProblem, type Problem } from './format.ts'
import { match } from './match.ts'
import { modelOf, type Model } from './model.ts'
import { randomFrom } from './random.ts'
import { type SeatRule, seatShortage } from './seat-shortage.ts'

/** A few students with one to three rotations over two blocks, scarce seats, levels, and some closed options. */
function scarce(seed: number): Problem {
  const random = randomFrom(seed)
  const int = (below: number) => Math.floor(random() * below)
  const students = Array.from({ length: 2 + int(3) }, (_, s) => ({
    id: `s${s}`,
    level: int(2) === 0 ? 'junior' : 'senior',
    rotations: 1 + int(3),
  }))
  const options = Array.from({ length: 3 + int(2) }, (_, o) => ({
    id: `o${o}`,
    blocks: [['fall'], ['spring'], ['fall', 'spring']][int(8) === 0 ? 2 : int(2)]!,
    seats: int(4),
    ...(int(3) === 0 && { levels: [{ level: 'junior', max: int(2) }] }),
  }))
  return checkedProblem({
    version: 1,
    blocks: ['fall', 'spring'],
    rotations: 2,
    students,
    options,
    forbidden: students.flatMap(({ id }) =>
      options
        .filter(() => int(4) === 0)
        .map((option) => ({ student: id, option: option.id, reason: 'a conflict' })),
    ),
  })
}

/** Whether these rules alone can hold, by brute force: everything not listed is unlimited. */
function canHold(model: Model, rules: readonly SeatRule[]): boolean {
  const students = rules.flatMap((rule) => (rule.kind === 'seat' ? [rule.student] : []))
  const isClosed = (s: number, o: number) =>
    rules.some((rule) => rule.kind === 'closed' && rule.student === s && rule.option === o)
  const isOnce = (s: number, block: number) =>
    rules.some((rule) => rule.kind === 'block' && rule.student === s && rule.block === block)
  const bounds = rules.flatMap((rule) => (rule.kind === 'most' ? [rule.bound] : []))
  const waysOf = (s: number): number[][] => {
    const open = model.options.flatMap((_, o) => (isClosed(s, o) ? [] : [o]))
    const extend = (mine: number[], from: number): number[][] => {
      if (mine.length === model.rotations[s]) return [mine]
      return open.slice(from).flatMap((o, i) => {
        const clash = mine.some((p) =>
          model.blocks[p]!.some((b) => model.blocks[o]!.includes(b) && isOnce(s, b)),
        )
        return clash ? [] : extend([...mine, o], from + i + 1)
      })
    }
    return extend([], 0)
  }
  const fill = (at: number, taken: readonly (readonly [number, number])[]): boolean => {
    const fits = bounds.every(
      (bound) =>
        taken.filter(
          ([s, o]) => bound.options.includes(o) && (bound.level === -1 || bound.level === model.level[s]),
        ).length <= bound.max,
    )
    if (!fits) return false
    if (at === students.length) return true
    const s = students[at]!
    return waysOf(s).some((mine) => fill(at + 1, [...taken, ...mine.map((o) => [s, o] as const)]))
  }
  return fill(0, [])
}

describe('more rotations than seats', () => {
  test('the named rules cannot all hold, and the others can without any one of them, in random cases', () => {
    let [found, several] = [0, 0]
    for (let seed = 0; seed < 1_500; seed++) {
      const model = modelOf(scarce(seed))
      const answer = seatShortage(model)
      if (!answer) continue
      found++
      expect({ seed, holds: canHold(model, answer.rules) }).toEqual({ seed, holds: false })
      expect(answer.left).toBeLessThan(answer.needed)
      if (!answer.irreducible) continue
      if (answer.needed - answer.left > 1) several++
      const spared = answer.rules.filter(
        (rule) =>
          !canHold(
            model,
            answer.rules.filter((one) => one !== rule),
          ),
      )
      expect({ seed, spared }).toEqual({ seed, spared: [] })
    }
    expect(found).toBeGreaterThan(500)
    expect(several).toBeGreaterThan(20)
  })

  test('names nothing if seats, levels and blocks leave everyone enough', () => {
    const unlike: number[] = []
    for (let seed = 0; seed < 300; seed++) {
      const model = modelOf(scarce(seed))
      const all: SeatRule[] = [
        ...model.students.map((_, student) => ({ kind: 'seat' as const, student })),
        ...model.bounds.map((bound) => ({ kind: 'most' as const, bound })),
        ...model.students.flatMap((_, student) =>
          [0, 1].map((block) => ({ kind: 'block' as const, student, block })),
        ),
        ...model.students.flatMap((_, student) =>
          model.options.flatMap((_one, option) =>
            model.closed(student, option) ? [{ kind: 'closed' as const, student, option }] : [],
          ),
        ),
      ]
      const isPlain = model.blocks.every((blocks) => blocks.length === 1)
      if (isPlain && (seatShortage(model) !== null) === canHold(model, all)) unlike.push(seed)
    }
    expect(unlike).toEqual([])
  })

  test('is summarized in one sentence, for a whole school', async () => {
    const answer = await match(
      checkedProblem({
        version: 1,
        blocks: ['fall', 'spring'],
        rotations: 2,
        students: Array.from({ length: 12 }, (_, s) => ({ id: `s${s}` })),
        options: ['fall', 'spring'].flatMap((block) =>
          ['icu', 'er'].map((name) => ({ id: `${name} ${block}`, seats: 5, blocks: [block] })),
        ),
      }),
    )
    expect(answer.proof).toMatchObject({
      status: 'infeasible',
      irreducible: true,
      summary: '11 students need 22 seats together, and what is open to them has 20.',
    })
  })
})
