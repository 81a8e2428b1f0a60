import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type Person, type World } from '#database/testing.ts'
import type { PlaceQuery } from '../contract.ts'
import { entityHandlers } from './handlers.ts'

let world: World
const api = entityHandlers()
let lakeshore: string
let prairie: string
let harbor: string
let west: string
let unit: string
let sam: Person
let ana: Person
let frank: Person
let westAdmin: Person
let marcus: Person
let jenna: Person
beforeAll(async () => {
  world = await createWorld()
  lakeshore = await world.school('Lakeshore College')
  prairie = await world.school('Prairie College')
  harbor = await world.facility({ name: 'Harbor Health' })
  west = await world.facility({ kind: 'site', parent: harbor, name: 'West Hospital' })
  unit = await world.facility({ kind: 'unit', parent: west, name: 'Burn Center' })
  sam = await world.person({ role: 'superadmin' })
  ana = await world.person({ role: 'school_admin', school: lakeshore })
  frank = await world.person({ role: 'facility_admin', facility: harbor })
  westAdmin = await world.person({ role: 'facility_admin', facility: west })
  marcus = await world.person({ role: 'proctor', school: lakeshore })
  jenna = await world.person({ role: 'student', school: lakeshore, fullName: 'Jenna Park' })
})
afterAll(() => world.close())

const places = async (by: Person | null, input: Partial<PlaceQuery>) =>
  call(api.places, { kind: 'facility', ...input }, { context: await world.as(by) })
const names = async (by: Person, input: Partial<PlaceQuery>) =>
  (await places(by, input)).map(({ name }) => name)
const people = async (by: Person | null, search: string) =>
  call(api.people, { search }, { context: await world.as(by) })

it('finds facilities of the asker’s scope with the names above them', async () => {
  const burn = { id: unit, name: 'Burn Center', detail: 'Harbor Health › West Hospital' }
  for (const person of [sam, ana, marcus, frank, westAdmin])
    expect(await places(person, { search: 'burn' })).toEqual([burn])
  const elsewhere = await world.person({ role: 'facility_admin', facility: await world.facility() })
  expect(await places(elsewhere, { search: 'burn', id: unit })).toEqual([])
  expect(await names(westAdmin, { search: 'harbor' })).not.toContain('Harbor Health')
})

it('finds one level, or what lies below, the whole before its parts', async () => {
  expect(await names(frank, {})).toEqual(['Harbor Health', 'West Hospital', 'Burn Center'])
  expect(await names(sam, { kind: 'site', search: 'west' })).toEqual(['West Hospital'])
  expect(await names(sam, { kind: 'unit', search: 'west' })).not.toContain('West Hospital')
  expect(await names(sam, { below_id: west, search: 'harbor health' })).toEqual([])
})

it('leaves out what is closed, but keeps the name of what is chosen', async () => {
  const closed = await world.facility({ name: 'Gone Hospital' })
  await world.rows(`update public.facilities set status = 'archived' where id = $1`, [closed])
  expect(await names(sam, { search: 'gone' })).toEqual([])
  expect((await names(sam, { search: 'burn', id: closed }))[0]).toBe('Gone Hospital')
})

it('finds one’s own school, and any school for who may work with all', async () => {
  expect(await names(ana, { kind: 'school' })).toEqual(['Lakeshore College'])
  expect(await names(marcus, { kind: 'school', id: prairie })).toEqual(['Lakeshore College'])
  for (const person of [sam, frank])
    expect(await names(person, { kind: 'school', search: 'prai' })).toEqual(['Prairie College'])
  await world.rows('update public.schools set is_active = false where id = $1', [prairie])
  expect(await names(sam, { kind: 'school', search: 'prai' })).toEqual([])
  expect((await names(sam, { kind: 'school', id: prairie }))[0]).toBe('Prairie College')
})

it('finds at most twenty and the chosen one, and takes the signs of patterns as they are', async () => {
  await world.rows(
    `insert into public.schools (name, slug, time_zone) select 'A school ' || n, 'a-school-' || n, 'America/Chicago' from generate_series(1, 30) n`,
  )
  expect(await names(sam, { kind: 'school', search: 'a school' })).toHaveLength(21)
  expect(await names(sam, { kind: 'school', search: '%' })).toEqual([])
})

it('finds approved people by name and email, for the superadmin alone', async () => {
  expect(await people(sam, 'park')).toEqual([{ id: jenna.id, name: 'Jenna Park', detail: jenna.email }])
  expect(await people(sam, jenna.email)).toHaveLength(1)
  expect(await people(sam, '')).toEqual([])
  expect(await people(sam, '%')).toEqual([])
  for (const person of [ana, frank, marcus, jenna])
    await expect(people(person, 'park')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('tells students and strangers nothing', async () => {
  await expect(places(jenna, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(places(null, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(people(null, 'park')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
