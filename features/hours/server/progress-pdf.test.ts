import { expect, it } from 'vitest'
import { remarksOf } from './progress-pdf.ts'

const progress = { standing: 'at_risk', risks: [], over: 0, to_make_up: 11.5 } as const

it('names the hours to make up once, also if they are why the student is at risk', () => {
  const risk = { code: 'make_up', hours: 11.5, specialty: null } as const
  for (const risks of [[], [risk]])
    expect(remarksOf({ ...progress, risks })).toEqual(['Status: At risk.', '11.5 h to make up.'])
})
