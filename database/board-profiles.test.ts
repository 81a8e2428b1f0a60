import { expect, it } from 'vitest'
import { profileFields } from '#features/schools/contract.ts'
import { isInForce, problemsOfProfile } from '#features/schools/rules.ts'
import { boardProfiles, boardProfilesSql } from './board-profiles.ts'

const whole = (one: (typeof boardProfiles)[number]) =>
  profileFields.parse({
    effective_to: null,
    max_students_per_instructor: null,
    max_students_per_preceptor: null,
    ratio_covers_simulation: false,
    sim_cap_pct: null,
    sim_cap_scope: 'course',
    sim_exchange_ratio: 1,
    min_total_hours: null,
    min_hours_per_area: [],
    verified_on: null,
    ...one,
  })

it.each(boardProfiles.map((one) => [`${one.jurisdiction} ${one.level}`, one] as const))(
  '%s is complete, has a date and a source, and sets a limit',
  (_name, one) => {
    const fields = whole(one)
    expect(problemsOfProfile(fields)).toEqual({})
    expect(fields.source_url).toMatch(/^https:/)
    expect(isInForce(fields, '2026-11-26')).toBe(true)
    const said = [
      fields.max_students_per_instructor,
      fields.max_students_per_preceptor,
      fields.sim_cap_pct,
      fields.min_total_hours,
    ]
    expect(said.some((value) => value !== null)).toBe(true)
  },
)

it('only one profile of each board and level begins on a day', () => {
  const keys = boardProfiles.map((one) => `${one.jurisdiction} ${one.level} ${one.effective_from}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(boardProfiles.map((one) => one.jurisdiction)).size).toBeGreaterThanOrEqual(6)
  expect(boardProfilesSql()).toContain('on conflict (jurisdiction, level, effective_from) do nothing')
})
