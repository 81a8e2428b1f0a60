import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#app/testing.ts'
import { load } from '../lib/load.ts'
import { openSemester, openShifts } from '../lib/open-shifts.ts'
import {
  asks,
  countForeign,
  faultsOfSeats,
  type Look,
  lookAt,
  oneOf,
  pressAtOnce,
  ratioShifts,
  seenWhenFull,
  signInStudents,
  type Student,
} from '../lib/seats.ts'

// What must be correct while W2, W8 and W13 are fast, on little data.
let product: Product
let url: string
let students: Student[]
const semesters = new Map<string, string>()

beforeAll(async () => {
  product = await startProduct()
  url = product.server.url
  const { fixture } = product
  for (let n = 0; n < 6; n++) {
    const school = await fixture.school(`School ${n}`)
    semesters.set(school, await openSemester(fixture.admin, school))
    await openShifts(fixture.admin, { school, semester: semesters.get(school)!, shifts: 12, seats: 3 })
    for (let k = 0; k < 40; k++) await fixture.person({ role: 'student', school })
  }
  students = await signInStudents(fixture.admin, 40)
})
afterAll(() => product.close())

test('W2: a full shift is in no response after the claim’s; with a one-second cache it is', async () => {
  const look = lookAt(url)
  const remembered = new Map<string, ReturnType<Look>>()
  const remembering: Look = (student) => {
    if (!remembered.has(student.id)) remembered.set(student.id, look(student))
    return remembered.get(student.id)!
  }
  const trial = { url, students, times: 8 }
  expect(await seenWhenFull(product.fixture.admin, { ...trial, look })).toBe(0)
  expect(await seenWhenFull(product.fixture.admin, { ...trial, times: 2, look: remembering })).toBe(2)
})

test('W13: students of six schools see only their own school’s shifts; with another identity, foreign ones', async () => {
  const trial = { students, rows: 2_000, connections: 8 }
  const own = await countForeign(product.fixture.admin, { ...trial, look: lookAt(url) })
  expect(own).toMatchObject({ foreign: 0, schools: 6 })
  const bleeding: Look = (student) => lookAt(url)({ ...student, token: oneOf(students).token })
  expect((await countForeign(product.fixture.admin, { ...trial, look: bleeding })).foreign).toBeGreaterThan(0)
})

test('W8: of a crowd that presses at once eight get the eight seats; in a rush no one is in two shifts at a time', async () => {
  const { admin } = product.fixture
  const [school] = semesters.keys()
  const semester = semesters.get(school!)!
  const open = (shifts: number, daysOn: number) =>
    ratioShifts(admin, { school: school!, semester, shifts, daysOn })
  const crowd = students.filter((student) => student.school === school)
  const [shift] = await open(1, 100)
  expect(await pressAtOnce(url, crowd, shift!)).toMatchObject({
    seats: 8,
    full: crowd.length - 8,
    others: [],
  })

  // Two at each time: a student with one of them clashes on the other.
  const rush = [...(await open(6, 200)), ...(await open(6, 200))]
  const claim = () => asks.claim(oneOf(crowd), oneOf(rush))
  expect((await load({ url, seconds: 2, fine: [409], next: claim })).errors).toBe(0)
  const right = { oversold: 0, miscounted: 0, clashes: 0, beyond: 0 }
  expect(await faultsOfSeats(admin, [shift!, ...rush])).toMatchObject(right)

  // The control: seats that are written but not counted.
  await product.fixture.rows('alter table public.assignments disable trigger count_seat')
  await product.fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, during, busy)
     select x.id, x.school_id, s.id, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x, unnest($2::uuid[]) s (id) where x.id = $1
       and not exists (select 1 from public.assignments a where a.shift_id = x.id and a.student_id = s.id)`,
    [shift, crowd.map(({ id }) => id)],
  )
  await product.fixture.rows('alter table public.assignments enable trigger count_seat')
  expect(await faultsOfSeats(admin, [shift!])).toMatchObject({ oversold: 1, miscounted: 1, beyond: 1 })
})
