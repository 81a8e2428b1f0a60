import { install, startBenchServer } from '../lib/installation.ts'
import { load } from '../lib/load.ts'
import { openSemester } from '../lib/open-shifts.ts'
import { freePort } from '../lib/ports.ts'
import { type Row, report } from '../lib/report.ts'
import { asks, faultsOfSeats, oneOf, pressAtOnce, ratioShifts, signInStudents } from '../lib/seats.ts'

// W8: a thousand students press for eight seats at once. Then sign-up opens at a hundred schools: 6,000 claims a second for 800 shifts of
// eight seats, two at each time.
// node bench/api/claims.ts [--quick]
const isQuick = process.argv.includes('--quick')
const SCHOOLS = isQuick ? 10 : 100
const size = { schools: SCHOOLS, people: SCHOOLS * 1_000, notifications: 100 }
const seconds = isQuick ? 3 : 10
// The load that it can handle, and one that it can't.
const LOADS: { connections: number; rate?: number }[] = [
  { connections: 16 },
  { connections: 64 },
  { connections: 500, rate: 6_000 },
]

const bench = await install(size)
const { admin, urls } = bench
const placewell = await startBenchServer('placewell', {
  PORT: String(await freePort()),
  APP_RW: urls.appRw,
  APP_AUTH: urls.appAuth,
  APP_WORKER: urls.worker,
})
const rows: Row[] = []
try {
  const students = await signInStudents(admin, isQuick ? 200 : 100)
  const first = students[0]!.school
  const crowd = await signInStudents(admin, 1_000, first)
  const semesters = new Map<string, string>()
  for (const { school } of students)
    if (!semesters.has(school)) semesters.set(school, await openSemester(admin, school))
  const open = (school: string, of: { shifts: number; daysOn: number }) =>
    ratioShifts(admin, { school, semester: semesters.get(school)!, ...of })

  const times: number[] = []
  const answers = { seats: 0, full: 0, faults: 0 }
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    const [shift] = await open(first, { shifts: 1, daysOn: 100 + round })
    const pressed = await pressAtOnce(placewell.url, crowd, shift!)
    times.push(pressed.milliseconds)
    answers.seats += pressed.seats
    answers.full += pressed.full
    const faults = await faultsOfSeats(admin, [shift!])
    answers.faults +=
      faults.oversold + faults.miscounted + faults.clashes + faults.beyond + Math.abs(faults.held - 8)
  }
  rows.push({
    id: 'W8',
    what: `${crowd.length} at once on 8 seats: ${answers.seats / times.length} seats, ${answers.full / times.length} told that it is full, ${answers.faults} faults`,
    probe: answers.faults === 0 && answers.seats === 8 * times.length,
    note: `all answered after ${times.map((time) => time.toFixed(0)).join(', ')} ms`,
  })

  for (const [at, { rate = 0, connections }] of LOADS.entries()) {
    const shifts = new Map<string, string[]>()
    for (const school of semesters.keys())
      // Two at each time: a student with one of them clashes on the other.
      shifts.set(school, [
        ...(await open(school, { shifts: 4, daysOn: 200 + 10 * at })),
        ...(await open(school, { shifts: 4, daysOn: 200 + 10 * at })),
      ])
    const all = [...shifts.values()].flat()
    const claim = () => {
      const student = oneOf(students)
      return asks.claim(student, oneOf(shifts.get(student.school)!))
    }
    const rush = await load({
      url: placewell.url,
      seconds,
      connections,
      fine: [409, 503],
      next: claim,
      ...(rate ? { rate } : {}),
    })
    const { held, ...faults } = await faultsOfSeats(admin, all)
    rows.push({
      id: 'W8',
      what: `${all.length} shifts, ${rate ? `${rate} claims a second asked for` : 'as many as there can be'}, ${connections} connections`,
      load: rush,
      probe: Object.values(faults).every((count) => count === 0),
      note: `${held} of ${8 * all.length} seats taken; ${faults.oversold} oversold, ${faults.miscounted} miscounted, ${faults.clashes} clashes, ${faults.beyond} beyond the ratio; ${Object.entries(
        rush.statuses,
      )
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    })
  }
  report({ title: 'Claims', size, rows })
} finally {
  await placewell.stop()
  await bench.close()
}
