import { expect, it } from 'vitest'
import type { FacilityChild } from '../contract.ts'
import { fakeId } from '../fake.ts'
import { childTargetOf } from './action-target.ts'
import { facilityActionRules } from './facility-actions.ts'
import { editHref } from './paths.ts'

const group = { kind: 'organization', name: 'Group', status: 'active' } as const
const child = (changes: Partial<FacilityChild>): FacilityChild => ({
  id: fakeId(1),
  kind: 'organization',
  name: 'River Health',
  slug: 'river-health',
  status: 'active',
  city: null,
  state: null,
  specialty: null,
  max_students_per_shift: null,
  child_count: 0,
  version: 1,
  ...changes,
})

it('an organization of a group can be changed from the list of the group, by the superadmin', () => {
  const { blocker } = facilityActionRules.edit
  const target = childTargetOf(child({}), { facility: group, may_manage: true }, 'superadmin')
  expect(editHref(target)).toBe('/admin/organizations/river-health/edit')
  expect(blocker(target)).toBeNull()
  const asAdmin = childTargetOf(child({}), { facility: group, may_manage: true }, 'facility_admin')
  expect(blocker(asAdmin)?.code).toBe('facility.superadmin')
})

it('a unit in a list is below the site of the list', () => {
  const site = { kind: 'site', name: 'Main', status: 'archived' } as const
  const unit = child({ kind: 'unit', slug: null, status: 'archived' })
  const target = childTargetOf(unit, { facility: site, may_manage: true }, 'facility_admin')
  expect(editHref(target)).toBe(`/admin/units/${fakeId(1)}/edit`)
  expect(facilityActionRules.copy.blocker(target)?.code).toBe('facility.parent_inactive')
})
