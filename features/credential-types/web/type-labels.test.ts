import { expect, test } from 'vitest'
import { requirementStatus } from './type-labels.ts'

test.each([
  ['draft', true, 'Draft'],
  ['draft', false, 'Draft'],
  ['active', true, 'Required'],
  ['active', false, 'Optional'],
  ['retired', true, 'No longer required'],
  ['retired', false, 'No longer asked for'],
] as const)('a requirement that is %s and needed to attend: %s reads “%s”', (status, isMandatory, label) => {
  expect(requirementStatus({ status, is_mandatory: isMandatory })).toBe(label)
})
