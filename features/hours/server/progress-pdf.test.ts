import { expect, it } from 'vitest'
import { remarksOf } from './progress-pdf.ts'

const progress = { standing: 'at_risk', risks: [], to_make_up: 11.5 } as const

it('names the hours to make up once, also if they are why the student is at risk', () => {
  const risk = { code: 'make_up', hours: 11.5, specialty: null } as const
  for (const risks of [[], [risk]])
    expect(remarksOf({ ...progress, risks })).toEqual(['Status: At risk.', '11.5 h to make up.'])
})

it('names the simulation above the limit once, in the hours of the tables', () => {
  const risk = { code: 'sim_over', hours: 1.5, specialty: null } as const
  expect(remarksOf({ ...progress, risks: [risk], to_make_up: 0 })).toEqual([
    'Status: At risk.',
    '1.5 h of simulation above the limit are not credited.',
  ])
})
