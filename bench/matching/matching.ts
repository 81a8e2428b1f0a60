import { execFile } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { promisify } from 'node:util'
import { formatNumber } from '#core/number-text.ts'
import { match } from '#features/matching/server/match.ts'
import { modelOf } from '#features/matching/server/model.ts'
import { stableMatch } from '#features/matching/server/stable.ts'
import { blockingPairs } from '#features/matching/server/two-sided.ts'
import { residents, schoolProblem } from './generators.ts'
import { figuresOf, firstCome, greedy, highsAlone, textbook } from './peers.ts'

// The matching from a class of 20 up to 50,000 people, compared in the same run with the solver alone, the best pair first, and first come,
// first served. Memory is the peak of a separate process for each method, which reads only the problem. --quick skips the large ones, and
// the solver alone gets 20 seconds instead of 120.
// node bench/matching/matching.ts [--quick]

const isQuick = process.argv.includes('--quick')
const RUNS = 3
const SECONDS = isQuick ? 20 : 120

/** Median of CPU time and elapsed time, in ms; CPU time is meaningful even if other programs run. */
async function measured<T>(work: () => T | Promise<T>, runs = RUNS) {
  const took: { cpu: number; wall: number }[] = []
  let result!: T
  for (let run = 0; run < runs; run++) {
    const began = performance.now()
    const cpu = process.cpuUsage()
    result = await work()
    const used = process.cpuUsage(cpu)
    took.push({ cpu: (used.user + used.system) / 1000, wall: performance.now() - began })
  }
  took.sort((a, b) => a.cpu - b.cpu)
  return { result, ...took[Math.floor(took.length / 2)]! }
}

type Shape = Parameters<typeof schoolProblem>[0]
type Alone =
  | { method: 'ours'; shape: Shape }
  | { method: 'highs'; shape: Shape }
  | { method: 'greedy'; shape: Shape }
  | { method: 'first come'; shape: Shape }
  | { method: 'stable'; people: number; options: number }
  | { method: 'textbook'; people: number; options: number }
type Found = { cpu: number; memory: number; isDone: boolean; total: number | null; open: number }

/** Runs one method once in this process; preparation does not count. */
async function carryOut(what: Alone): Promise<Found> {
  const work = prepared(what)
  const began = process.cpuUsage()
  const found = await work()
  const used = process.cpuUsage(began)
  const [cpu, memory] = [(used.user + used.system) / 1000, process.resourceUsage().maxRSS / 1024]
  return { isDone: true, total: null, open: 0, ...found, cpu, memory }
}

function prepared(what: Alone): () => Partial<Found> | Promise<Partial<Found>> {
  if (what.method === 'stable' || what.method === 'textbook') {
    const input = residents(what.people, what.options)
    return () => {
      if (what.method === 'stable') stableMatch(input)
      else textbook(input)
      return {}
    }
  }
  const problem = schoolProblem(what.shape)
  if (what.method === 'ours') return async () => ({ total: (await match(problem)).proof.objective })
  const model = modelOf(problem)
  if (what.method === 'highs') return () => highsAlone(model, SECONDS)
  return () => figuresOf(model, (what.method === 'greedy' ? greedy : firstCome)(model))
}

const asked = process.argv.indexOf('--one')
if (asked > 0) {
  console.log(JSON.stringify(await carryOut(JSON.parse(process.argv[asked + 1]!) as Alone)))
  process.exit(0)
}

/** Runs one method once in a separate process. */
async function alone(what: Alone): Promise<Found> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...process.execArgv,
    import.meta.filename,
    ...(isQuick ? ['--quick'] : []),
    '--one',
    JSON.stringify(what),
  ])
  return JSON.parse(stdout) as Found
}

const broken: string[] = []
const promise = (holds: boolean, what: string) => {
  if (!holds) broken.push(what)
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : formatNumber(Math.round(value)))
const times = (value: number) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ×`

console.log(`${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}, Node ${process.version}\n`)
console.log(
  '| students × rotations, options | ms, processor (clock) | proof | highs alone | greedy: points, left open | first come: points, left open | peak MB: ours, highs alone, greedy, first come |',
)
console.log('|---|--:|---|--:|--:|--:|--:|')
const shapes: (Shape & { goal?: number })[] = [
  { students: 20, units: 6, blocks: 1, rotations: 1 },
  { students: 120, units: 30, blocks: 1, rotations: 1 },
  { students: 400, units: 40, blocks: 3, rotations: 3, goal: 5_000 },
  { students: 450, units: 120, blocks: 4, rotations: 4, fewer: 37, room: 1.1, goal: 2_000 },
  ...(isQuick
    ? []
    : [
        { students: 2_000, units: 300, blocks: 1, rotations: 1 },
        { students: 4_000, units: 300, blocks: 1, rotations: 1 },
      ]),
]
for (const shape of shapes) {
  const problem = schoolProblem(shape)
  const ours = await measured(() => match(problem))
  const { proof } = ours.result
  promise(proof.status === 'optimal', `${shape.students} × ${shape.rotations}: optimal`)
  if (shape.goal) promise(ours.cpu <= shape.goal, `${shape.students} × ${shape.rotations}: ${shape.goal} ms`)
  const objective = proof.objective ?? Number.NaN
  const own = await alone({ method: 'ours', shape })
  const solver = await alone({ method: 'highs', shape })
  const others = [await alone({ method: 'greedy', shape }), await alone({ method: 'first come', shape })]
  const beside = others.map(({ total, open }) => `${times(total! / objective)}, ${open}`)
  promise(own.total === objective, `${shape.students} × ${shape.rotations}: the same in another process`)
  const same = solver.isDone && solver.total !== objective ? ' (another total!)' : ''
  const memory = [own, solver, ...others].map((found) => Math.round(found.memory)).join(', ')
  console.log(
    `| ${shape.students} × ${shape.rotations}, ${shape.units * shape.blocks} | ${ms(ours.cpu)} (${ms(ours.wall)}) | ${proof.status}, gap ${proof.gap} | ${solver.isDone ? times(solver.cpu / ours.cpu) : `not done after ${SECONDS} s`}${same} | ${beside.join(' | ')} | ${memory} |`,
  )
}

// Too few seats: the time to name rules that can't be satisfied together.
console.log('\n| infeasible | ms, processor (clock) | rules named | irreducible |\n|---|--:|--:|---|')
for (const shape of [
  { students: 450, units: 120, blocks: 1, rotations: 1, room: 0.7 },
  { students: 100, units: 10, blocks: 3, rotations: 3, room: 0.9 },
  { students: 400, units: 40, blocks: 3, rotations: 3, room: 0.9 },
]) {
  const problem = schoolProblem(shape)
  const found = await measured(() => match(problem))
  const { conflict, irreducible } = found.result.proof
  promise(
    found.cpu <= 2_000 && Boolean(conflict?.length) && irreducible === true,
    `${shape.students} × ${shape.rotations}: why, in 2 s`,
  )
  console.log(
    `| ${shape.students} × ${shape.rotations}, ${shape.units * shape.blocks} options | ${ms(found.cpu)} (${ms(found.wall)}) | ${conflict?.length} | ${irreducible} |`,
  )
}

console.log(
  '\n| two-sided | first run, ms, processor (clock) | then | stable | as a textbook writes it | peak MB: ours, textbook |\n|---|--:|--:|---|--:|--:|',
)
for (const [people, options] of [
  [4_000, 600],
  [49_983, 6_000],
] as const) {
  const input = residents(people, options)
  const first = await measured(() => stableMatch(input), 1)
  const then = await measured(() => stableMatch(input), 9)
  const plain = await measured(() => textbook(input), 3)
  const pairs = blockingPairs(input, then.result.option).length
  promise(pairs === 0, `${people} people: stable`)
  promise(first.cpu <= (people > 10_000 ? 40 : 20), `${people} people: in time`)
  const memory = [
    await alone({ method: 'stable', people, options }),
    await alone({ method: 'textbook', people, options }),
  ].map((found) => Math.round(found.memory))
  const isSame = plain.result.every((o, s) => o === then.result.option[s])
  console.log(
    `| ${formatNumber(people)} people, ${formatNumber(options)} options | ${ms(first.cpu)} (${ms(first.wall)}) | ${ms(then.cpu)} (${ms(then.wall)}) | ${pairs} blocking pairs${isSame ? '' : ', another match!'} | ${times(plain.cpu / then.cpu)} | ${memory.join(', ')} |`,
  )
}

for (const what of broken) console.log(`Does not hold: ${what}`)
process.exit(broken.length > 0 ? 1 : 0)
