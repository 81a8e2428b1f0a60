import { checkedProblem, type Problem } from '#features/matching/server/format.ts'
import { randomFrom } from '#features/matching/server/random.ts'
import type { TwoSided } from '#features/matching/server/stable.ts'

const SPECIALTIES = ['pediatrics', 'obstetrics', 'critical care', 'psychiatry', 'medicine', 'surgery']

/**
 * Generates a school: units of uneven popularity, students of two levels who rank eight options, still need a specialty, have been on a
 * unit, and live somewhere; one in eleven with verified hardship, one in twelve with a closed unit.
 */
export function schoolProblem(shape: {
  students: number
  units: number
  blocks: number
  rotations: number
  /** How many students get one rotation fewer. */
  fewer?: number
  /** Total seats per requested rotation. */
  room?: number
  seed?: number
}): Problem {
  const { students, units, blocks, rotations, fewer = 0, room = 1.15, seed = 1 } = shape
  const random = randomFrom(seed)
  const int = (below: number) => Math.floor(random() * below)
  const names = Array.from({ length: blocks }, (_, b) => `block ${b + 1}`)
  const seats = Math.max(1, Math.ceil((students * rotations * room) / (blocks * units)))
  const options = names.flatMap((block) =>
    Array.from({ length: units }, (_, u) => ({
      id: `unit ${u + 1}, ${block}`,
      unit: `unit ${u + 1}`,
      specialty: SPECIALTIES[u % SPECIALTIES.length]!,
      blocks: [block],
      seats,
      ...(u % 9 === 4 && { levels: [{ level: 'junior', max: Math.max(1, seats - 1) }] }),
    })),
  )
  const miles = Array.from({ length: units }, () => [int(60), int(60)] as const)
  return checkedProblem({
    version: 1,
    seed,
    blocks: names,
    rotations,
    options,
    students: Array.from({ length: students }, (_, s) => {
      const home = [int(60), int(60)] as const
      const choices = new Set<string>()
      while (choices.size < Math.min(8, options.length))
        choices.add(options[int(blocks) * units + Math.floor(random() ** 2 * units)]!.id)
      return {
        id: `student ${s + 1}`,
        rotations: s < fewer ? rotations - 1 : rotations,
        level: s % 3 === 0 ? 'junior' : 'senior',
        choices: [...choices],
        stillNeeds: [SPECIALTIES[s % SPECIALTIES.length]!],
        visited: [`unit ${1 + (s % units)}`],
        hardship: s % 11 === 0,
        distance: Object.fromEntries(
          options.map((o, at) => {
            const [x, y] = miles[at % units]!
            return [o.id, Math.round(Math.hypot(x - home[0], y - home[1]))]
          }),
        ),
      }
    }),
    forbidden: Array.from({ length: Math.floor(students / 12) }, (_, i) => ({
      student: `student ${i * 12 + 1}`,
      unit: `unit ${1 + int(units)}`,
      reason: 'employed there',
    })),
  })
}

/** Generates residents and programs: each resident ranks twelve, each program ranks those whom it has met, nine in ten of them. */
export function residents(students: number, options: number, seed = 1): TwoSided {
  const random = randomFrom(seed)
  const each = Math.min(12, options)
  const start = Int32Array.from({ length: students + 1 }, (_, s) => s * each)
  const choice = new Int32Array(students * each)
  const rank = new Int32Array(students * each)
  for (let s = 0; s < students; s++) {
    const mine = new Set<number>()
    while (mine.size < each) mine.add(Math.floor(random() ** 1.5 * options))
    let at = start[s]!
    for (const o of mine) {
      choice[at] = o
      rank[at++] = random() < 0.1 ? -1 : Math.floor(random() * 2 ** 30)
    }
  }
  const seats = new Int32Array(options).fill(Math.max(1, Math.floor((students * 0.92) / options)))
  return { students, options, start, choice, rank, seats }
}
