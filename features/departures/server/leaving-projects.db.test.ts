/** People of capstone projects who leave: someone else takes over, or the project is told. */
import { call } from '@orpc/server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { holdingCommands } from '#app/holding-commands.ts'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { type Capstones, createCapstones } from '#features/capstone/server/fake.ts'
import type { Decision } from '../contract.ts'
import { departureHandlers } from './handlers.ts'

let at: Capstones
let api: ReturnType<typeof departureHandlers>
beforeAll(async () => {
  at = await createCapstones()
  api = departureHandlers({ ...at.fixture, commands: holdingCommands })
})
afterEach(() => at.clear())
afterAll(() => at.fixture.close())

const titles = async (who: { id: string }) => (await receivedBy(at.fixture, who)).map(({ title }) => title)
const planOf = async (person: Person, by: Person) => call(api.plan, { user_id: person.id }, await at.as(by))

async function deactivate(person: Person, decisions: Decision[], by: Person) {
  const [row] = await at.fixture.rows<{ version: number }>('select version from public.users where id = $1', [
    person.id,
  ])
  return call(
    api.deactivate,
    { user_id: person.id, version: row!.version, reason: 'Left', decisions, ...at.key() },
    await at.as(by),
  )
}

it('a faculty member hands their projects over, and the next one signs', async () => {
  const iris = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Iris Holm' })
  const otto = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Otto Berg' })
  const id = await at.awaiting(at.ada)
  await at.fixture.rows('update public.capstone_projects set faculty_id = $2 where id = $1', [id, iris.id])
  const nomination = await at.nominate(id, at.named.priya.id)
  await at.answer(nomination)
  const { holdings, successors } = await planOf(iris, at.people.ana)
  expect(holdings).toEqual([
    { kind: 'capstone_faculty', id, date: null, label: 'Ada Able, Falls after surgery' },
  ])
  expect(successors).toContainEqual(expect.objectContaining({ kind: 'capstone_faculty', id: otto.id }))
  await expect(deactivate(iris, [], at.people.ana)).rejects.toMatchObject({ code: 'UNDECIDED' })
  const decision = { kind: 'capstone_faculty', id, action: 'hand_over', successor_id: otto.id } as const
  expect(await deactivate(iris, [decision], at.people.ana)).toMatchObject({ handed_over: 1 })
  expect(await at.get(id, otto)).toMatchObject({ party: 'faculty', faculty_name: 'Otto Berg' })
  await at.sign(otto, nomination)
  expect((await at.get(id)).nominations[0]!.faculty_signed_at).not.toBeNull()
  expect(await titles(otto)).toContain('New faculty member: Otto Berg')
})

it('the school changes the faculty member of a project at any time, and no one else does', async () => {
  const otto = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Otto Lind' })
  const { id, nomination } = await at.signed()
  const change = async (who: Person, faculty_id = otto.id) =>
    call(
      at.api.changeFaculty,
      { id, version: await at.version(id), faculty_id, ...at.key() },
      await at.as(who),
    )
  for (const who of [at.ada, at.people.marcus, at.priya, at.people.frank, at.people.rob])
    await expect(change(who)).rejects.toThrow(/may not|can’t find/)
  await expect(change(at.people.ana, at.people.rob.id)).rejects.toThrow('faculty member of the school')
  await change(at.people.ana)
  expect(await at.get(id, otto)).toMatchObject({ party: 'faculty', nominations: [{ id: nomination }] })
  for (const who of [otto, at.people.marcus, at.ada])
    expect(await titles(who)).toContain('New faculty member: Otto Lind')
  await expect(at.get(id, at.people.marcus)).rejects.toThrow('can’t find that project')
  await at.move(at.people.ana, id, 'cancel', 'Over.')
  await expect(change(at.people.ana, at.people.marcus.id)).rejects.toThrow('moved on')
})

it('a student who leaves ends their project, and its days ahead', async () => {
  const cleo = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Cleo Ash' })
  const id = await at.awaiting(cleo)
  await at.answer(await at.nominate(id, at.named.priya.id))
  const day = await at.plan(id, addDays(at.today, 8), cleo)
  const { holdings } = await planOf(cleo, at.people.ana)
  expect(holdings).toEqual([{ kind: 'capstone', id, date: null, label: 'Falls after surgery' }])
  await deactivate(cleo, [{ kind: 'capstone', id, action: 'free', successor_id: null }], at.people.ana)
  expect(await at.get(id)).toMatchObject({ status: 'cancelled' })
  expect(await at.fixture.rows('select status from public.capstone_days where id = $1', [day])).toEqual([
    { status: 'removed' },
  ])
})

it('a preceptor who leaves gives their student back to the school', async () => {
  const rosa = await at.fixture.person({ role: 'facility_admin', facility: at.ward, fullName: 'Rosa Vale' })
  await at.fixture.rows(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, granted_by) values ($1, $2, 'capstone_preceptor', $3)`,
    [rosa.id, at.ward, at.people.sam.id],
  )
  const { id: preceptor } = await at.invite('Rosa Vale', rosa.email)
  const id = await at.awaiting(at.ben)
  const nomination = await at.nominate(id, preceptor)
  await at.answer(nomination, true, rosa)
  const { holdings } = await planOf(rosa, at.people.frank)
  const held = holdings.filter(({ kind }) => kind === 'capstone_preceptor')
  expect(held).toMatchObject([{ id: nomination, label: 'Falls after surgery' }])
  await deactivate(
    rosa,
    holdings.map(({ kind, id: item }) => ({
      kind,
      id: item,
      action: kind === 'capstone_preceptor' ? 'free' : 'keep',
      successor_id: null,
    })),
    at.people.frank,
  )
  expect(await at.get(id)).toMatchObject({ status: 'awaiting_preceptor', nominations: [{ status: 'ended' }] })
  for (const who of [at.ben, at.people.marcus, at.people.ana])
    expect(await titles(who)).toContainEqual(expect.stringContaining('Rosa Vale'))
})
