import { choiceParam, definedParams, pageParam } from '#platform/web/search-params.ts'
import type { ShiftStatus, TrialSide } from '../../contract.ts'
import { statusWords } from '../../rules.ts'

/** Who tries an event, in words. */
export const sideWords: Record<TrialSide, string> = {
  school: 'School',
  school_super: 'School super admin',
  facility: 'Facility',
  platform: 'Superadmin',
  other_school: 'Another school',
  other_facility: 'Another facility',
  proctor: 'Its instructor',
  student: 'A student',
  nobody: 'Nobody signed in',
  system: 'Calendar',
}
export const sides = Object.keys(sideWords) as TrialSide[]
export const statuses = Object.keys(statusWords) as ShiftStatus[]

export type TestSearch = { side?: TrialSide; state?: ShiftStatus; page?: number }

/** Reads the address of the lifecycle test; whatever else somebody typed is ignored. */
export function lifecycleTestSearch(search: Record<string, unknown>): TestSearch {
  return definedParams({
    side: choiceParam(search['side'], sides),
    state: choiceParam(search['state'], statuses),
    page: pageParam(search['page']),
  })
}
