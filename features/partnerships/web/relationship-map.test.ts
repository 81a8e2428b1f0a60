import { describe, expect, it } from 'vitest'
import { fakePartnership } from '../fake.ts'
import { cellSize, cut, mapOf, stepFrom } from './relationship-map.ts'

const row = (school: string, organization: string, state: 'active' | 'declined' | 'requested' = 'active') =>
  fakePartnership({
    id: `${school}-${organization}-${state}`,
    school_id: school,
    school_name: `School ${school}`,
    organization_id: organization,
    organization_name: `Org ${organization}`,
    state,
  })

describe('the map', () => {
  const { schools, organizations, cells } = mapOf([
    row('a', 'x'),
    row('a', 'x', 'declined'),
    row('b', 'x', 'requested'),
    row('b', 'y'),
    row('b', 'z'),
  ])

  it('lists those with most partners first', () => {
    expect(schools.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(organizations.map(({ id }) => id)).toEqual(['x', 'y', 'z'])
  })
  it('shows, of several partnerships of a pair, the one closest to working together', () => {
    expect(cells.find(({ school }) => school === 1)).toMatchObject({
      organization: 0,
      others: 1,
      partnership: { state: 'active' },
    })
  })
  it('moves between marks with arrow keys', () => {
    // b: x y z, a: x
    expect(stepFrom(cells, 0, 'ArrowRight')).toBe(1)
    expect(stepFrom(cells, 2, 'ArrowRight')).toBe(2)
    expect(stepFrom(cells, 2, 'ArrowDown')).toBe(3)
    expect(stepFrom(cells, 3, 'ArrowUp')).toBe(0)
    expect(stepFrom(cells, 1, 'End')).toBe(3)
    expect(stepFrom(cells, 3, 'Home')).toBe(0)
  })
})

it('fits fifty by fifty on a screen', () => {
  expect(200 + 50 * cellSize(50)).toBeLessThan(1200)
  expect(cellSize(5)).toBeGreaterThan(cellSize(50))
  expect(cut('Milwaukee Area Technical College', 12)).toBe('Milwaukee A…')
})
