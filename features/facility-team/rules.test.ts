import { describe, expect, test } from 'vitest'
import { refusalMessage } from '#core/refusal.ts'
import type { Cover, SetupFacts } from './contract.ts'
import { coverRefusals } from './messages.ts'
import {
  changedSettings,
  coverBlocker,
  coverRefusal,
  freeToCover,
  inTreeOrder,
  facilitiesShown,
  setupSteps,
  setupStepsLeft,
} from './rules.ts'

const facts: SetupFacts = {
  facility: { id: 'o', kind: 'organization', name: 'Harborview', status: 'active' },
  organization: { id: 'o', name: 'Harborview', slug: 'harborview', is_mine: true },
  details: { address: false, phone: false },
  sites: 0,
  units: 0,
  units_without_pattern: [],
  people: 1,
  open_invitations: 0,
  active_partnerships: 0,
  open_partnerships: 0,
}
const of = (more: Partial<SetupFacts>) => setupSteps({ ...facts, ...more })
const step = (more: Partial<SetupFacts>, id: string) => of(more).find((one) => one.id === id)

test('a new organization has every step open, in an order that works', () => {
  const steps = of({})
  expect(steps.map(({ id }) => id)).toEqual(['details', 'sites', 'units', 'capacity', 'team', 'partnership'])
  expect(steps.filter(({ done }) => done)).toEqual([])
  expect(steps.filter(({ blocked }) => blocked).map(({ id }) => id)).toEqual(['units', 'capacity'])
  expect(steps[0]!.description).toBe('Still missing: address, phone number.')
})

test('each step follows the data, and reopens when the data is gone', () => {
  const all: Partial<SetupFacts> = {
    details: { address: true, phone: true },
    sites: 1,
    units: 2,
    people: 3,
    active_partnerships: 1,
  }
  expect(of(all).every(({ done }) => done)).toBe(true)
  expect(step({ ...all, units_without_pattern: [{ id: 'u', name: 'ICU' }] }, 'capacity')).toMatchObject({
    done: false,
    href: '/admin/units/u/edit',
    description: 'Without shift patterns: ICU.',
  })
  expect(step({ ...all, people: 1, open_invitations: 2 }, 'team')).toMatchObject({
    done: false,
    href: '/facility/users?view=invitations&status=open',
  })
  expect(step({ ...all, active_partnerships: 0, open_partnerships: 1 }, 'partnership')).toMatchObject({
    done: false,
    description: '1 request under way.',
  })
})

test('the count has the steps that can be done; colleagues are optional', () => {
  expect(setupStepsLeft(facts)).toBe(3)
  const all = { details: { address: true, phone: true }, sites: 1, units: 2, active_partnerships: 1 }
  expect(setupStepsLeft({ ...facts, ...all })).toBe(0)
  const organization = { ...facts.organization!, is_mine: false }
  expect(setupStepsLeft({ ...facts, ...all, active_partnerships: 0, organization })).toBe(0)
})

test('a site has no step for sites, a unit none for units; partnerships are the organization’s', () => {
  const organization = { ...facts.organization!, is_mine: false }
  const site = of({ facility: { id: 's', kind: 'site', name: 'Main', status: 'active' }, organization })
  expect(site.map(({ id }) => id)).toEqual(['details', 'units', 'capacity', 'team', 'partnership'])
  expect(site.at(-1)!.blocked).toContain('Harborview')
  expect(site[1]!.href).toBe('/admin/units/create?parent=s')
  const unit = of({
    facility: { id: 'u', kind: 'unit', name: 'ICU', status: 'active' },
    organization,
    units: 1,
  })
  // A unit cannot see partnerships, so it could never tell whether there is one.
  expect(unit.map(({ id }) => id)).toEqual(['details', 'capacity', 'team'])
  expect(of({ facility: null })).toEqual([])
})

test('many units without patterns are not all named', () => {
  const without = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ id: name, name }))
  expect(step({ units: 5, units_without_pattern: without }, 'capacity')!.description).toBe(
    'Without shift patterns: A, B, C and 2 more.',
  )
})

test('the tree is listed from the top down', () => {
  const node = (id: string, parent_id: string | null) => ({ id, parent_id })
  expect(
    inTreeOrder([node('u', 's'), node('s', 'o'), node('o', null), node('x', 'elsewhere')]).map(
      ({ id, depth }) => `${depth}${id}`,
    ),
  ).toEqual(['0o', '1s', '2u', '0x'])
})

describe('facilities of a list', () => {
  const units = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `u${at}`,
      parent_id: 's',
      name: `Unit ${at}`,
      kind: 'unit' as const,
    }))
  const few = [
    { id: 'o', parent_id: null, name: 'Harborview', kind: 'organization' as const },
    { id: 's', parent_id: 'o', name: 'Main', kind: 'site' as const },
  ]
  const shown = (count: number, words = '') =>
    facilitiesShown([...few, ...units(count)], words).map(({ id, hidden, within }) => [id, hidden, within])

  test('shows all of a few', () =>
    expect(shown(2)).toEqual([
      ['o', 0, null],
      ['s', 0, null],
      ['u0', 0, null],
      ['u1', 0, null],
    ]))
  test('shows the sites of many, with the number of their units', () =>
    expect(shown(60)).toEqual([
      ['o', 0, null],
      ['s', 60, null],
    ]))
  test('shows units too if they match the search, each with its site', () =>
    expect(shown(60, ' unit 59 ')).toEqual([['u59', 0, 'Main']]))
})

test('names the settings that differ', () => {
  const before = {
    default_lead_time_days: 14,
    visibility_before_days: 42,
    visibility_after_days: 14,
    default_notice_days: 30,
    default_auto_approve: false,
    answers_need_sign_in: false,
    unit_links: true,
    unit_link_days: 90,
  }
  expect(changedSettings(before, before)).toEqual([])
  expect(changedSettings(before, { ...before, default_notice_days: 31, default_auto_approve: true })).toEqual(
    ['default_notice_days', 'default_auto_approve'],
  )
})

describe('days away', () => {
  const colleagues = [
    { id: 'frank', full_name: 'Frank' },
    { id: 'olga', full_name: 'Olga' },
  ]
  const cover = (person: string, by: string, from: string, until: string): Cover => ({
    id: `${person} ${from}`,
    person_id: person,
    person_name: person,
    cover_id: by,
    cover_name: by,
    from_date: from,
    until_date: until,
  })
  const wish = { person_id: 'mia', cover_id: 'frank', from_date: '2027-01-04', until_date: '2027-01-08' }
  const refused = (more: Partial<typeof wish> = {}, covers: Cover[] = []) => {
    const found = coverRefusal({ ...wish, ...more }, { today: '2027-01-04', colleagues, covers })
    return found && [found.code, refusalMessage(coverRefusals, found)]
  }
  test('begin today at the earliest, in order, and last a year at most', () => {
    expect(refused()).toBeNull()
    expect(refused({ until_date: '2027-01-04' })).toBeNull()
    expect(refused({ until_date: '2028-01-03' })).toBeNull()
    expect(refused({ until_date: '2028-01-04' })?.[0]).toBe('cover.too_long')
    expect(refused({ from_date: '2027-01-03' })?.[0]).toBe('cover.past')
    expect(refused({ until_date: '2027-01-03' })?.[0]).toBe('cover.days_order')
  })
  test('never overlap for one person; the day after is free', () => {
    expect(refused({}, [cover('mia', 'olga', '2027-01-08', '2027-01-09')])).toEqual([
      'cover.overlap',
      'mia is already away Jan 8 – 9, 2027. End those days first, or choose others.',
    ])
    expect(refused({}, [cover('mia', 'olga', '2027-01-09', '2027-01-12')])).toBeNull()
  })
  test('cannot be covered by someone who is away then, and the refusal names who could', () => {
    const away = cover('frank', 'olga', '2027-01-06', '2027-01-10')
    expect(refused({}, [away])).toEqual([
      'cover.cover_away',
      'frank is away Jan 6 – 10, 2027. Choose Olga instead.',
    ])
    expect(refused({}, [away, cover('olga', 'x', '2027-01-08', '2027-01-08')])?.[1]).toContain(
      'No one else can cover then',
    )
    expect(freeToCover(colleagues, wish, [away])).toEqual([colleagues[1]])
  })
  test('are refused to someone who covers for another then', () => {
    expect(refused({}, [cover('sue', 'mia', '2027-01-01', '2027-01-04')])?.[0]).toBe('cover.person_covers')
  })
  test('are covered by a person who manages the facility anyway', () => {
    expect(refused({ cover_id: 'stan' })).toEqual([
      'cover.not_colleague',
      'This person does not run that facility. Choose Frank or Olga instead.',
    ])
  })
  test('can be set by the person or an administrator of the organization, for active people', () => {
    expect(coverBlocker({ status: 'active', may_set_away: true })).toBeNull()
    expect(coverBlocker({ status: 'deactivated', may_set_away: true })).toContain('active')
    expect(coverBlocker({ status: 'active', may_set_away: false })).toContain(
      'an administrator of the organization',
    )
  })
})
