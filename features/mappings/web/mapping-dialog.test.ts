import { expect, test } from 'vitest'
import type { Area } from '../contract.ts'
import { requirementId } from '../rules.ts'
import { requirementHelp } from './MappingDialog.tsx'

const area = {
  program_id: 'absn',
  program_name: 'ABSN',
  course_code: 'NRS 210',
  specialty: 'med_surg',
  min_hours: 120,
  active: 2,
  proposed: 1,
} as unknown as Area

test('the hours and mappings of a requirement are said below its field, once it is chosen', () => {
  expect(requirementHelp('lake', [area], requirementId(area))).toBe('120 h. 2 active, 1 proposed')
  expect(requirementHelp('lake', [area], '')).toBe('Course and area of the school’s programs')
})
