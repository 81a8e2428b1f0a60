import { describe, expect, test } from 'vitest'
import { checkedProblem, ProblemError, readProblem, type Problem, type ProblemInput } from './format.ts'
import { drawMatch } from './lottery.ts'
import { boundOfAnswer, match } from './match.ts'
import { brokenBy, brokenRules, modelOf, totalOf, type Model } from './model.ts'
import { randomFrom } from './random.ts'
import { stableMatch } from './stable.ts'
import { blockingPairs, twoSided } from './two-sided.ts'

type Options = ProblemInput['options']
type Students = ProblemInput['students']

const problemOf = (input: Omit<ProblemInput, 'version'>): Problem => checkedProblem({ version: 1, ...input })

/** The lowest total of all matches that keep the rules, by brute force; infinite if there is none. */
function bestByHand(model: Model): number {
  let best = Number.POSITIVE_INFINITY
  const assignment: number[][] = []
  const extend = (s: number) => {
    if (s === model.students.length) {
      if (brokenRules(model, assignment).length === 0) best = Math.min(best, totalOf(model, assignment))
      return
    }
    const open = Array.from(model.option.subarray(model.start[s], model.start[s + 1]))
    const k = model.rotations[s]!
    for (let bits = 0; bits < 2 ** open.length; bits++) {
      const mine = open.filter((_, i) => (bits >> i) & 1)
      if (model.problem.placeEveryone ? mine.length !== k : mine.length > k) continue
      if (brokenBy(model, s, mine).length > 0) continue
      assignment.push(mine)
      extend(s + 1)
      assignment.pop()
    }
  }
  extend(0)
  return best
}

/** The most rotations that any match keeping the rules gives, by brute force. */
const mostByHand = (problem: Problem): number => {
  const free = modelOf({ ...problem, weights: { ...problem.weights, unplaced: 1 } })
  free.cost.fill(0)
  return free.rotations.reduce((sum, k) => sum + k, 0) - bestByHand(free)
}

/** One round: seats, minimums, levels, limits that are disjoint or overlap, closed pairs. */
function oneRound(seed: number): Problem {
  const random = randomFrom(seed)
  const int = (below: number) => Math.floor(random() * below)
  const count = 1 + int(4)
  const options: Options = Array.from({ length: count }, (_, i) => {
    const seats = int(4)
    return {
      id: `o${i}`,
      unit: `u${int(3)}`,
      specialty: ['pediatrics', 'obstetrics'][int(2)]!,
      seats,
      minSeats: int(4) === 0 ? int(seats + 1) : 0,
      ...(int(3) === 0 && {
        levels: [
          { level: 'a', max: int(3) },
          { level: 'b', min: int(2) },
        ],
      }),
    }
  })
  const students: Students = Array.from({ length: int(6) }, (_, i) => ({
    id: `s${i}`,
    level: int(2) ? 'a' : 'b',
    choices: options
      .map((o) => o.id)
      .filter(() => int(2))
      .sort(() => random() - 0.5),
    hardship: int(4) === 0,
    missedFirst: int(3),
    stillNeeds: int(3) === 0 ? ['pediatrics'] : [],
  }))
  return problemOf({
    seed,
    students,
    options,
    forbidden: students.flatMap((s) =>
      options.filter(() => int(5) === 0).map((o) => ({ student: s.id, option: o.id })),
    ),
    limits:
      count > 1 && int(3) === 0
        ? [{ name: 'Both', options: ['o0', 'o1'], max: int(4), ...(int(3) === 0 && { level: 'a' }) }]
        : [],
    placeEveryone: int(3) > 0,
    weights: { unplaced: int(2) * 500 },
  })
}

/** One round with limits of several levels together, on one option or more. */
function groupedLevels(seed: number): Problem {
  const random = randomFrom(seed + 10_000)
  const int = (below: number) => Math.floor(random() * below)
  const made = oneRound(seed)
  const of = (...ids: string[]) => ids.filter((id) => made.options.some((o) => o.id === id))
  return {
    ...made,
    students: made.students.map((s) => ({ ...s, level: ['a', 'b', 'c', 'd'][int(4)]! })),
    limits: [
      ...made.limits,
      { name: 'a and c', options: of('o0'), levels: ['a', 'c'], max: int(3) },
      { name: 'b and c', options: of('o0', 'o1'), levels: ['b', 'c', 'x'], max: int(3) },
    ],
  }
}

/** Several rotations over blocks: prerequisites, required specialties, clashes, each unit only once. */
function severalRounds(seed: number): Problem {
  const random = randomFrom(seed)
  const int = (below: number) => Math.floor(random() * below)
  const blocks = ['fall', 'winter', 'spring'].slice(0, 2 + int(2))
  const specialties = ['pediatrics', 'obstetrics']
  const options: Options = Array.from({ length: 2 + int(4) }, (_, i) => {
    const seats = int(4)
    return {
      id: `o${i}`,
      unit: `u${int(3)}`,
      specialty: specialties[int(2)]!,
      seats,
      blocks: int(5) === 0 ? blocks.slice(0, 2) : [blocks[int(blocks.length)]!],
      minSeats: int(5) === 0 ? int(seats + 1) : 0,
      ...(int(4) === 0 && { requires: [specialties[int(2)]!] }),
      ...(int(5) === 0 && { levels: [{ level: 'a', max: int(3) }] }),
    }
  })
  const students: Students = Array.from({ length: 1 + int(4) }, (_, i) => ({
    id: `s${i}`,
    level: int(2) ? 'a' : 'b',
    rotations: 1 + int(2),
    completed: int(3) === 0 ? [specialties[int(2)]!] : [],
    ...(int(5) === 0 && { mustHave: [specialties[int(2)]!] }),
    choices: options
      .map((o) => o.id)
      .filter(() => int(2))
      .sort(() => random() - 0.5),
  }))
  return problemOf({
    seed,
    blocks,
    students,
    options,
    clashes: int(4) === 0 ? [['o0', 'o1']] : [],
    limits: int(3) === 0 ? [{ name: 'Both', options: ['o0', 'o1'], max: int(4) }] : [],
    sameUnitTwice: int(3) === 0,
    placeEveryone: int(4) > 0,
    weights: { unplaced: int(2) * 500 },
  })
}

/** Runs the matching and compares it with the best match by brute force. */
async function checkByHand(problem: Problem): Promise<{ status: string; faults: string[] }> {
  const model = modelOf(problem)
  const best = bestByHand(model)
  const { status, proof, assignments } = await match(problem)
  const faults: string[] = []
  const say = (isWrong: boolean, what: string) => isWrong && faults.push(`seed ${problem.seed}: ${what}`)
  if (best === Number.POSITIVE_INFINITY) {
    say(status !== 'infeasible', `there is no match, and it says ${status}`)
    say(!proof.conflict?.length, 'no rules are named')
    return { status, faults }
  }
  const found: number[][] = model.students.map(() => [])
  for (const row of assignments)
    found[model.studentAt.get(row.student)!] = row.options.map((id) => model.optionAt.get(id)!)
  say(status !== 'optimal' || proof.objective !== best || proof.bound !== best, `${status}, not optimal`)
  say(brokenRules(model, found).length > 0, 'a rule is broken')
  say(totalOf(model, found) !== best, `total ${totalOf(model, found)}, not ${best}`)
  const counted = boundOfAnswer(problem, proof.prices ?? {})
  say(counted > best + 1e-3, 'its prices prove too much')
  say(proof.method === 'min-cost flow' && counted <= best - 1, 'its prices do not prove it')
  return { status, faults }
}

async function checkMany(count: number, problemAt: (seed: number) => Problem) {
  const seen: Record<string, number> = { optimal: 0, infeasible: 0 }
  const all: string[] = []
  for (let seed = 0; seed < count; seed++) {
    const { status, faults } = await checkByHand(problemAt(seed))
    seen[status] = (seen[status] ?? 0) + 1
    all.push(...faults)
  }
  return { faults: all, fewest: Math.min(seen['optimal']!, seen['infeasible']!) }
}

describe('compared with every possible match', () => {
  test('one round: seats, minimums, levels, limits, closed options', async () => {
    const { faults, fewest } = await checkMany(1_200, oneRound)
    expect(faults).toEqual([])
    expect(fewest).toBeGreaterThan(300)
  })

  test('one round: limits of several levels together', async () => {
    const { faults, fewest } = await checkMany(400, groupedLevels)
    expect(faults).toEqual([])
    expect(fewest).toBeGreaterThan(100)
  })

  test('several rotations over blocks', async () => {
    const { faults, fewest } = await checkMany(400, severalRounds)
    expect(faults).toEqual([])
    expect(fewest).toBeGreaterThan(60)
  })
})

describe('a match that need not place everyone', () => {
  test('leaves no one without a seat for the sake of choices, whatever the weights', async () => {
    const faults: string[] = []
    let short = 0
    for (let seed = 0; seed < 500; seed++) {
      const made = seed % 4 === 0 ? severalRounds(seed) : oneRound(seed)
      const { unplaced: _given, ...weights } = made.weights
      const problem: Problem = {
        ...made,
        placeEveryone: false,
        weights: { ...weights, rank: [10, 300, 10_000][seed % 3]!, coverage: seed % 5 === 0 ? 10_000 : 20 },
      }
      const most = mostByHand(problem)
      if (most === Number.NEGATIVE_INFINITY) continue
      const { metrics, proof } = await match(problem)
      if (metrics!.placed < most) faults.push(`seed ${seed}: ${metrics!.placed} of ${most}`)
      if (proof.status !== 'optimal') faults.push(`seed ${seed}: ${proof.status}`)
      if (most < metrics!.rotations) short++
    }
    expect(faults).toEqual([])
    expect(short).toBeGreaterThan(50)
  })

  test('gives a student with hardship and many missed choices the free seat that they did not choose', async () => {
    const choices = Array.from({ length: 12 }, (_, i) => `icu${i}`)
    const answer = await match(
      problemOf({
        placeEveryone: false,
        options: [...choices, 'er'].map((id) => ({ id, seats: id === 'er' ? 1 : 0 })),
        students: [{ id: 'ana', choices, hardship: true, missedFirst: 3 }],
      }),
    )
    expect(answer.assignments).toEqual([{ student: 'ana', options: ['er'] }])
  })
})

/** A larger school, with popular units. */
function school(count: number, seed = 1, extra: Partial<Omit<ProblemInput, 'version'>> = {}): Problem {
  const random = randomFrom(seed)
  const options: Options = Array.from({ length: Math.ceil(count / 6) }, (_, i) => ({
    id: `unit-${i}`,
    name: `Unit ${i}`,
    seats: 7,
  }))
  return problemOf({
    seed,
    options,
    students: Array.from({ length: count }, (_, i) => ({
      id: `student-${i}`,
      name: `Person Number ${i}`,
      hardship: i % 7 === 0,
      choices: [...options]
        .map((o, at) => ({ id: o.id, key: random() ** (at + 1) }))
        .sort((a, b) => b.key - a.key)
        .slice(0, 4)
        .map((o) => o.id),
    })),
    ...extra,
  })
}

describe('the same problem gives the same result', () => {
  test('whatever the order of the file', async () => {
    const problem = school(60)
    const turned = {
      ...problem,
      students: problem.students.toReversed(),
      options: problem.options.toReversed(),
    }
    expect(await match(turned)).toEqual(await match(problem))
    const rounds = severalRounds(17)
    expect(await match({ ...rounds, students: rounds.students.toReversed() })).toEqual(await match(rounds))
  })

  test('and another seed breaks ties differently', async () => {
    const same = problemOf({
      options: [{ id: 'a', seats: 1 }, ...Array.from({ length: 9 }, (_, i) => ({ id: `b${i}`, seats: 1 }))],
      students: Array.from({ length: 10 }, (_, i) => ({ id: `s${i}`, choices: ['a'] })),
    })
    const winners = new Set<string>()
    for (let seed = 0; seed < 30; seed++) {
      const { assignments } = await match({ ...same, seed })
      winners.add(assignments.find((row) => row.options.includes('a'))!.student)
    }
    expect(winners.size).toBeGreaterThan(4)
  })

  test('a work limit ends with a bound, not with a guess', async () => {
    const { proof: limited } = await match(severalRounds(242), { nodes: 1, rounds: 1 })
    const { proof: best } = await match(severalRounds(242))
    expect([limited.status, best.status]).toEqual(['bound', 'optimal'])
    expect(limited.bound).toBeLessThan(best.objective!)
    expect(limited.objective).toBeGreaterThan(best.objective!)
  })
})

describe('two-sided', () => {
  function preferences(seed: number): Problem {
    const random = randomFrom(seed)
    const int = (below: number) => Math.floor(random() * below)
    const ids = Array.from({ length: 2 + int(3) }, (_, i) => `s${i}`)
    const mixedUp = (list: string[]) => list.filter(() => int(8) > 0).sort(() => random() - 0.5)
    const options: Options = Array.from({ length: 2 + int(2) }, (_, i) => ({
      id: `o${i}`,
      seats: int(8) === 0 ? 0 : 1 + int(5 - ids.length),
      ranks: mixedUp(ids),
    }))
    const students: Students = ids.map((id) => ({ id, choices: mixedUp(options.map((o) => o.id)) }))
    return problemOf({ mode: 'stable', seed, students, options, placeEveryone: false })
  }

  test('is stable, and best for every student among all stable matches', () => {
    let several = 0
    const worseOff: number[] = []
    for (let seed = 0; seed < 3_000; seed++) {
      const input = twoSided(modelOf(preferences(seed)))
      const { option } = stableMatch(input)
      expect({ seed, pairs: blockingPairs(input, option) }).toEqual({ seed, pairs: [] })
      const rankOf = (s: number, o: number) => {
        const at = input.choice.subarray(input.start[s], input.start[s + 1]).indexOf(o)
        return at < 0 ? Number.POSITIVE_INFINITY : at
      }
      const other = new Int32Array(input.students)
      let stableOnes = 0
      const extend = (s: number, left: number[]) => {
        if (s === input.students) {
          if (blockingPairs(input, other).length > 0) return
          stableOnes++
          for (let t = 0; t < s; t++) if (rankOf(t, option[t]!) > rankOf(t, other[t]!)) worseOff.push(seed)
          return
        }
        other[s] = -1
        extend(s + 1, left)
        for (let e = input.start[s]!; e < input.start[s + 1]!; e++) {
          const o = input.choice[e]!
          if (left[o] === 0 || input.rank[e]! < 0) continue
          other[s] = o
          extend(
            s + 1,
            left.map((count, at) => (at === o ? count - 1 : count)),
          )
        }
      }
      extend(0, [...input.seats])
      if (stableOnes > 1) several++
    }
    expect(worseOff).toEqual([])
    expect(several).toBeGreaterThan(20)
  })

  test('never makes a student worse off for adding a choice at the end', async () => {
    let added = 0
    const worseOff: number[] = []
    for (let seed = 0; seed < 1_500; seed++) {
      const problem = preferences(seed)
      const student = problem.students[seed % problem.students.length]!
      const further = problem.options.find((o) => !student.choices.includes(o.id))
      if (!further) continue
      added++
      const before = (await match(problem)).assignments.find((row) => row.student === student.id)!.options[0]
      const after = (
        await match({
          ...problem,
          students: problem.students.map((s) =>
            s === student ? { ...s, choices: [...s.choices, further.id] } : s,
          ),
        })
      ).assignments.find((row) => row.student === student.id)!.options[0]
      if (before !== undefined && after !== before) worseOff.push(seed)
    }
    expect(worseOff).toEqual([])
    expect(added).toBeGreaterThan(400)
  })

  test('names a minimum that no stable match reaches', async () => {
    const answer = await match(
      problemOf({
        mode: 'stable',
        placeEveryone: false,
        options: [
          { id: 'city', seats: 2 },
          { id: 'rural', name: 'Rural clinic', seats: 2, minSeats: 1 },
        ],
        students: [
          { id: 'a', choices: ['city', 'rural'] },
          { id: 'b', choices: ['city'] },
        ],
      }),
    )
    expect(answer.proof.minimums).toEqual([
      expect.stringContaining('Rural clinic needs 1 students and gets 0. In every stable match'),
    ])
  })
})

describe('the draw', () => {
  test('keeps seats and rules, and each student gets the best that was left at their turn', async () => {
    const problem = school(60, 3, { mode: 'lottery' })
    const answer = await match(problem)
    const model = modelOf(problem)
    const load = new Map<string, number>()
    for (const student of model.students) {
      const [got] = answer.assignments.find((row) => row.student === student.id)!.options
      for (const choice of student.choices) {
        if (choice === got) break
        expect(load.get(choice)).toBe(7)
      }
      load.set(got!, (load.get(got!) ?? 0) + 1)
    }
    expect(answer.proof).toMatchObject({ status: 'drawn', minimums: [] })
  })

  test('leaves room for every specialty that a student must have, wherever seats of it are', async () => {
    const tags = ['pediatrics', 'obstetrics', 'icu']
    const faults: unknown[] = []
    let several = 0
    for (let seed = 0; seed < 400; seed++) {
      const random = randomFrom(seed)
      const int = (below: number) => Math.floor(random() * below)
      const blocks = ['fall', 'winter', 'spring'].slice(0, 2 + int(2))
      // Each specialty has seats for everyone in one block of its own, and some in others.
      const options: Options = blocks.flatMap((block, b) =>
        tags.flatMap((specialty, t) =>
          b === (t + seed) % blocks.length || int(2)
            ? [{ id: `${specialty} ${block}`, specialty, blocks: [block], seats: 9 }]
            : [],
        ),
      )
      const problem = problemOf({
        mode: 'lottery',
        seed,
        blocks,
        rotations: blocks.length,
        options: [...options, ...blocks.map((block) => ({ id: block, blocks: [block], seats: 9 }))],
        students: Array.from({ length: 1 + int(8) }, (_, i) => ({
          id: `s${i}`,
          choices: [...blocks, ...options.map(({ id }) => id)]
            .filter(() => int(3) > 0)
            .sort(() => random() - 0.5),
          // At most as many as there are blocks for them.
          mustHave: tags.slice(0, blocks.length).filter(() => int(3) > 0),
        })),
      })
      several += problem.students.filter(({ mustHave }) => mustHave!.length > 1).length
      const { proof, metrics } = await match(problem)
      if (proof.minimums!.length > 0 || metrics!.unplaced > 0) faults.push({ seed, minimums: proof.minimums })
    }
    expect(faults).toEqual([])
    expect(several).toBeGreaterThan(300)
  })
})

describe('rules that cannot all hold', () => {
  const three = [
    { id: 'ana', name: 'Ana' },
    { id: 'ben', name: 'Ben' },
    { id: 'cy', name: 'Cy' },
  ]

  test('too few seats for a group, although there are enough in total', async () => {
    const answer = await match(
      problemOf({
        students: [...three, { id: 'dee', name: 'Dee' }],
        options: [
          { id: 'icu', name: 'ICU', seats: 2 },
          { id: 'er', name: 'ER', seats: 5, requires: ['pediatrics'] },
        ],
        forbidden: [],
      }),
    )
    const words = answer.proof.conflict!.map((rule) => rule.words)
    expect(answer.proof.irreducible).toBe(true)
    expect(words).toContain('ICU takes at most 2 students.')
    expect(words.filter((w) => w.endsWith('needs a seat.'))).toHaveLength(3)
    expect(words.filter((w) => w.startsWith('ER requires pediatrics'))).toHaveLength(3)
    expect(words).toHaveLength(7)
  })

  test('one student for whom every option is closed', async () => {
    const answer = await match(
      problemOf({
        students: three,
        options: [
          { id: 'icu', name: 'ICU', seats: 9 },
          { id: 'er', name: 'ER', seats: 9, requires: ['pediatrics'] },
        ],
        forbidden: [{ student: 'ben', option: 'icu', reason: 'their employer' }],
        seed: 4,
      }),
    )
    expect(answer.status).toBe('infeasible')
    const alone = await match(
      problemOf({
        students: [three[1]!],
        options: [{ id: 'icu', name: 'ICU', seats: 9 }],
        forbidden: [{ student: 'ben', option: 'icu', reason: 'their employer' }],
      }),
    )
    expect(alone.proof.conflict!.map((rule) => rule.words)).toEqual([
      'Ben needs a seat.',
      'ICU is closed to Ben: their employer.',
    ])
  })

  test('minimums above the number of students', async () => {
    const answer = await match(
      problemOf({
        students: three,
        options: [
          { id: 'icu', name: 'ICU', seats: 4, minSeats: 2 },
          { id: 'er', name: 'ER', seats: 4, minSeats: 2 },
          { id: 'or', name: 'OR', seats: 4 },
        ],
      }),
    )
    expect(answer.proof.irreducible).toBe(true)
    expect(answer.proof.conflict!.map((rule) => rule.words).sort()).toEqual([
      'ER needs at least 2 students.',
      'ICU needs at least 2 students.',
    ])
  })

  test('a prerequisite that comes too late', async () => {
    const answer = await match(
      problemOf({
        blocks: ['fall', 'spring'],
        rotations: 2,
        students: [{ id: 'ana', name: 'Ana' }],
        options: [
          { id: 'peds', name: 'Pediatrics', specialty: 'pediatrics', blocks: ['spring'], seats: 5 },
          { id: 'nicu', name: 'NICU', requires: ['pediatrics'], blocks: ['fall'], seats: 5 },
        ],
      }),
    )
    expect(answer.proof.conflict!.map((rule) => rule.words)).toEqual([
      'Ana needs 2 rotations.',
      'NICU requires pediatrics, which Ana has not completed.',
    ])
  })

  test('the others can hold without any one of the rules, in random cases too', async () => {
    let checked = 0
    for (let seed = 0; seed < 400 && checked < 60; seed++) {
      const problem = oneRound(seed)
      if (problem.limits.length > 0) continue
      const answer = await match(problem)
      if (answer.status !== 'infeasible' || !answer.proof.irreducible) continue
      checked++
      const conflict = answer.proof.conflict!
      const about = (rule: string) => conflict.filter((r) => r.rule === rule)
      // Keeps only this part: its students, closed pairs and bounds; lifts everything else.
      const part = (without: (typeof conflict)[number] | null): Problem => {
        const left = conflict.filter((r) => r !== without)
        const words = new Set(left.map((r) => r.words))
        const named = new Set(about('seat').map((r) => r.student))
        const everyone = about('minimum').length > 0
        return {
          ...problem,
          placeEveryone: false,
          weights: { ...problem.weights, unplaced: 1 },
          students: problem.students.filter((s) => everyone || named.has(s.id)),
          forbidden: problem.forbidden.filter((f) =>
            left.some((r) => r.rule === 'closed' && r.student === f.student && r.option === f.option),
          ),
          options: problem.options.map((o) => ({
            ...o,
            seats: words.has(`${o.id} takes at most ${people(o.seats)}.`) ? o.seats : 99,
            minSeats: words.has(`${o.id} needs at least ${people(o.minSeats ?? 0)}.`) ? o.minSeats : 0,
            levels: (o.levels ?? []).map((l) => ({
              level: l.level,
              min: words.has(`${o.id}, ${l.level} needs at least ${people(l.min ?? 0)}.`) ? l.min : 0,
              max: words.has(`${o.id}, ${l.level} takes at most ${people(l.max ?? -1)}.`) ? l.max : 99,
            })),
          })),
        }
      }
      const canHold = (tried: Problem, mustAssign: Set<string | undefined>): boolean => {
        const model = modelOf(tried)
        if (model.bounds.some((b) => b.min > b.max)) return false
        let found = false
        const assignment: number[][] = []
        const extend = (s: number) => {
          if (found) return
          if (s === model.students.length) {
            found = brokenRules(model, assignment).length === 0
            return
          }
          const open = [...model.option.subarray(model.start[s], model.start[s + 1])]
          for (const o of open) {
            assignment.push([o])
            extend(s + 1)
            assignment.pop()
          }
          if (mustAssign.has(model.students[s]!.id)) return
          assignment.push([])
          extend(s + 1)
          assignment.pop()
        }
        extend(0)
        return found
      }
      const needing = (without: (typeof conflict)[number] | null) =>
        new Set(about('seat').flatMap((r) => (r === without ? [] : [r.student])))
      expect({ seed, holds: canHold(part(null), needing(null)) }).toEqual({ seed, holds: false })
      const spared = conflict.filter((rule) => !canHold(part(rule), needing(rule)))
      expect({ seed, spared }).toEqual({ seed, spared: [] })
    }
    expect(checked).toBe(60)
  })
  const people = (count: number) => `${count} ${count === 1 ? 'student' : 'students'}`
})

describe('explanations', () => {
  test('give seats, requests, the rule, and what would have changed it', async () => {
    const answer = await match(
      problemOf({
        options: [
          { id: 'icu', name: 'ICU', seats: 6 },
          { id: 'er', name: 'ER', seats: 20 },
        ],
        students: Array.from({ length: 14 }, (_, i) => ({ id: `s${i}`, choices: ['icu', 'er'] })),
      }),
    )
    const missed = answer.explanations.find((row) =>
      answer.assignments.some((a) => a.student === row.student && a.options[0] === 'er'),
    )!
    expect(missed.sentences).toEqual([
      expect.stringMatching(
        /^Your choice 1 \(ICU\) had 6 seats and 14 requests\. All its seats are taken\..* One more seat there could have been yours\.$/,
      ),
      'Your choice 2 (ER) had 20 seats and 14 requests. You have a seat there.',
    ])
  })

  test('one more seat is promised exactly when the best match with that seat can give it', async () => {
    let yes = 0
    let no = 0
    for (let seed = 0; seed < 25; seed++) {
      const random = randomFrom(seed)
      const { students, options } = school(14, seed)
      const problem = problemOf({
        seed,
        students: students.map((s) => ({
          ...s,
          distance: Object.fromEntries(options.map((o) => [o.id, Math.floor(random() * 400)])),
        })),
        options: [...options.map((o) => ({ ...o, seats: 3 })), { id: 'rest', seats: 14 }],
      })
      const answer = await match(problem)
      for (const row of answer.explanations) {
        const student = problem.students.find((s) => s.id === row.student)!
        const sentence = row.sentences[0]!
        const promised = sentence.includes('could have been yours')
        if (!promised && !sentence.includes('would not have been enough')) continue
        const first = student.choices[0]!
        const more = {
          ...problem,
          options: problem.options.map((o) => (o.id === first ? { ...o, seats: o.seats + 1 } : o)),
        }
        const fixed = {
          ...more,
          forbidden: problem.options
            .filter((o) => o.id !== first)
            .map((o) => ({ student: student.id, option: o.id, reason: 'tried' })),
        }
        const best = (await match(more)).proof.objective!
        const isTrue = (await match(fixed)).proof.objective === best
        expect({ seed, student: student.id, isTrue }).toEqual({ seed, student: student.id, isTrue: promised })
        if (promised) yes++
        else no++
      }
    }
    expect(Math.min(yes, no)).toBeGreaterThan(20)
  })

  test.each<[string, Omit<ProblemInput, 'version'>, RegExp]>([
    [
      'a limit over several options',
      {
        options: [
          { id: 'day', name: 'ICU days', seats: 6 },
          { id: 'night', name: 'ICU nights', seats: 6 },
          { id: 'er', name: 'ER', seats: 6 },
        ],
        limits: [{ name: 'ICU in block 1', options: ['day', 'night'], max: 1 }],
        students: ['s1', 's2'].map((id) => ({ id, choices: ['day', 'er'] })),
      },
      / ICU in block 1 takes at most 1 student, and that seat is taken\. A higher limit there could have made room for you\.$/,
    ],
    [
      'a limit of a level',
      {
        options: [
          { id: 'icu', name: 'ICU', seats: 6, levels: [{ level: 'BSN', max: 1 }] },
          { id: 'er', name: 'ER', seats: 6 },
        ],
        students: ['s1', 's2'].map((id) => ({ id, level: 'BSN', choices: ['icu', 'er'] })),
      },
      / ICU, BSN takes at most 1 student, and that seat is taken\./,
    ],
    [
      'a minimum elsewhere',
      {
        options: [
          { id: 'icu', name: 'ICU', seats: 6 },
          { id: 'er', name: 'ER', seats: 6, minSeats: 1 },
        ],
        students: ['s1', 's2'].map((id) => ({ id, choices: ['icu', 'er'] })),
      },
      / ER needs a minimum number of students and would have had too few without you\. A lower minimum there could have let you go\.$/,
    ],
    [
      'a rule between the rotations of one student',
      {
        blocks: ['b1', 'b2'],
        rotations: 2,
        options: [
          { id: 'peds', name: 'Peds', seats: 6, blocks: ['b1'], specialty: 'pediatrics' },
          { id: 'icu', name: 'ICU', seats: 6, blocks: ['b1'], specialty: 'icu' },
          { id: 'er', name: 'ER', seats: 6, blocks: ['b2'], specialty: 'er' },
        ],
        students: [{ id: 's1', choices: ['icu', 'er', 'peds'], mustHave: ['pediatrics'] }],
      },
      / You need pediatrics in this match, and your other seats do not offer it\. Without that need it would have been open to you\.$/,
    ],
  ])('name what decided: %s', async (_what, input, expected) => {
    const { explanations, assignments } = await match(problemOf(input))
    const first = (id: string) => input.students.find((student) => student.id === id)!.choices![0]!
    const missed = explanations.filter(({ student }) =>
      assignments.some((row) => row.student === student && !row.options.includes(first(student))),
    )
    expect(missed).toHaveLength(1)
    expect(missed[0]!.sentences[0]).toMatch(expected)
  })

  test('of the best match always name something', async () => {
    let said = 0
    for (let seed = 0; seed < 300; seed++)
      for (const problem of [oneRound(seed), severalRounds(seed)]) {
        // If a missing rotation costs nothing, that decides.
        if (problem.weights.unplaced === 0) continue
        const text = JSON.stringify((await match(problem)).explanations)
        said += Number(/takes at most|minimum number/.test(text))
        expect({ seed, text }).not.toMatchObject({ text: expect.stringContaining('together decided') })
      }
    expect(said).toBeGreaterThan(5)
  })

  test('of a draw name what decided at the turn, and neither weights nor needs that it does not use', async () => {
    const seen = { taken: 0, clash: 0, limit: 0 }
    const faults: string[] = []
    for (let seed = 0; seed < 700; seed++) {
      const random = randomFrom(seed)
      const int = (below: number) => Math.floor(random() * below)
      const made = seed % 2 ? severalRounds(seed) : oneRound(seed)
      const problem: Problem = {
        ...made,
        mode: 'lottery',
        limits: [],
        students: made.students.map((s) => ({
          ...s,
          stillNeeds: ['pediatrics'],
          distance: Object.fromEntries(made.options.map((o) => [o.id, int(90)])),
        })),
      }
      const model = modelOf(problem)
      const { assignment } = drawMatch(model)
      const { explanations } = await match(problem)
      const load = model.options.map(() => 0)
      const said = new Set<string>()
      const rounds = Math.max(...assignment.map((mine) => mine.length), 1)
      for (let round = 0; round < rounds; round++) {
        const order = model.students.map((_, s) => s)
        if (round % 2 === 1) order.reverse()
        for (const s of order) {
          const student = model.students[s]!
          const [got, mine] = [assignment[s]![round], assignment[s]!.slice(0, round)]
          for (const [at, choice] of student.choices.entries()) {
            const o = model.optionAt.get(choice)!
            if (o === got) break
            if (assignment[s]!.includes(o) || model.closed(s, o) || said.has(`${s} ${o}`)) continue
            said.add(`${s} ${o}`)
            const sentence = explanations
              .find((row) => row.student === student.id)!
              .sentences.find((one) => one.startsWith(`Your choice ${at + 1} `))
            // Not explained, because every seat is a better choice.
            if (sentence === undefined) continue
            const rules = brokenBy(model, s, [...mine, o]).map(({ rule }) => rule)
            const isFull = load[o]! >= model.options[o]!.seats
            const isTaken = sentence.includes('its seats were taken')
            const isOf = (what: keyof typeof seen, isTrue: boolean) => {
              seen[what]++
              if (!isTrue) faults.push(`seed ${seed}, ${what}: ${sentence}`)
            }
            if (/weights|You still need|together decided/.test(sentence)) faults.push(sentence)
            if (rules.find((rule) => rule !== 'mustHave') === 'clash')
              isOf('clash', sentence.includes('Its dates clash with your seat'))
            else if (rules.every((rule) => rule === 'mustHave'))
              isOf(isFull ? 'taken' : 'limit', isTaken === isFull || sentence.includes('You need'))
          }
          if (got !== undefined) load[got]!++
        }
      }
    }
    expect(faults).toEqual([])
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10)
  })

  test('mention no one else, no hardship, and no count under five', async () => {
    for (const mode of ['ranked', 'stable', 'lottery'] as const) {
      const problem = school(40, 5, { mode, placeEveryone: mode === 'ranked' })
      const { explanations } = await match(problem)
      expect(explanations).toHaveLength(40)
      for (const { student, sentences } of explanations) {
        const text = sentences.join(' ')
        expect(text).not.toMatch(/hardship/i)
        expect(text).not.toMatch(/\b[0-4] requests\b/)
        const named = problem.students.filter((other) => text.includes(`${other.name!} `))
        expect(named.filter((other) => other.id !== student)).toEqual([])
      }
    }
  })
})

describe('an invalid file', () => {
  const errorOf = (text: string): [string, string] => {
    try {
      readProblem(text)
    } catch (error) {
      if (error instanceof ProblemError) return [error.location, error.message]
    }
    return ['', 'read']
  }
  const file = (change: object) =>
    JSON.stringify({
      version: 1,
      students: [{ id: 'a', choices: ['icu'] }],
      options: [{ id: 'icu', seats: 1 }],
      ...change,
    })

  test.each([
    ['{"version": 1,\n  "students": [}', 'line 2, column 16'],
    ['[]', 'the whole file'],
    [file({ options: [{ id: 'icu', seats: -1 }] }), 'options[0].seats'],
    [file({ options: [{ id: 'icu', seats: 1.5 }] }), 'options[0].seats'],
    [file({ students: [{ id: 'a', choices: ['er'] }] }), 'students[0].choices[0]'],
    [file({ students: [{ id: 'a', choices: ['icu', 'icu'] }] }), 'students[0].choices[1]'],
    [file({ students: [{ id: 'a' }, { id: 'a' }] }), 'students[1].id'],
    [file({ options: [{ id: 'icu', seats: 1, minSeats: 2 }] }), 'options[0].minSeats'],
    [file({ limits: [{ name: 'x', options: ['er'], max: 1 }] }), 'limits[0].options[0]'],
    [file({ limits: [{ name: 'x', options: ['icu'] }] }), 'limits[0]'],
    [
      file({ limits: [{ name: 'x', options: ['icu'], level: 'a', levels: ['a', 'b'], max: 1 }] }),
      'limits[0].levels',
    ],
    [file({ options: [{ id: 'icu', seats: 1, blocks: ['fall'] }] }), 'options[0].blocks[0]'],
    [file({ forbidden: [{ student: 'z', option: 'icu' }] }), 'forbidden[0].student'],
    [file({ mode: 'stable', limits: [{ name: 'x', options: ['icu'], max: 1 }] }), 'limits'],
    [file({ weights: { rank: 'high' } }), 'weights.rank'],
  ])('%s', (text, location) => {
    const [where, message] = errorOf(text)
    expect(where).toBe(location)
    expect(message).not.toBe('')
  })

  test('a valid file is read', () => {
    expect(errorOf(file({}))).toEqual(['', 'read'])
  })
})

test('reduces minimums of many options that all students together cannot fill, however many pairs there are', async () => {
  const options = Array.from({ length: 120 }, (_, i) => ({
    id: `o${i}`,
    name: `Unit ${i}`,
    seats: 6,
    minSeats: 5,
  }))
  const students = Array.from({ length: 450 }, (_, i) => ({ id: `s${i}`, choices: [`o${i % 120}`] }))
  const began = process.cpuUsage()
  const { status, proof } = await match(problemOf({ mode: 'ranked', seed: 1, options, students }))
  const { user, system } = process.cpuUsage(began)
  expect(status).toBe('infeasible')
  expect(proof.irreducible).toBe(true)
  // 91 units of 5 need 455 students; 90 of them would need only 450.
  expect(proof.conflict).toHaveLength(91)
  expect(proof.conflict!.every(({ words }) => /^Unit \d+ needs at least 5 students\.$/.test(words))).toBe(
    true,
  )
  expect((user + system) / 1_000).toBeLessThan(2_000)
}, 60_000)
