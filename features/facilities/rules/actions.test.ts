import { describe, expect, it, test } from 'vitest'
import {
  archiveBlocker,
  capstoneZoneBlocker,
  changeBlocker,
  closeBlocker,
  editBlocker,
  moveBlocker,
  organizationBlocker,
  parentBlocker,
  pauseBlocker,
  restoreBlocker,
  statusBlocker,
} from './actions.ts'

describe('permissions on a facility', () => {
  const root = { role: 'superadmin', may_manage: true } as const
  const frank = { role: 'facility_admin', may_manage: true } as const
  const ana = { role: 'school_admin', may_manage: false } as const
  const node = (
    kind: 'organization' | 'site' | 'unit',
    status: 'active' | 'paused' | 'closed' | 'archived' = 'active',
  ) => ({ kind, status, name: 'X' })
  test.each([
    [editBlocker(node('organization'), root), null],
    [editBlocker(node('organization'), frank), 'Only the superadmin can change organizations.'],
    [editBlocker(node('site'), frank), null],
    [editBlocker(node('site'), ana), 'Only its administrators can change it.'],
    [editBlocker(node('site', 'archived'), root), 'Restore it first.'],
    [editBlocker(node('unit', 'closed'), root), 'It is permanently closed.'],
    [pauseBlocker(node('unit'), frank), null],
    [pauseBlocker(node('unit', 'paused'), frank), 'No upcoming shifts.'],
    [pauseBlocker(node('unit', 'paused'), frank, 3), null],
    [pauseBlocker(node('unit', 'closed'), frank), 'It is closed.'],
    [closeBlocker(node('unit', 'paused'), root), null],
    [pauseBlocker(node('unit'), ana), 'Only its administrators can pause it.'],
    [closeBlocker(node('unit'), root), null],
    [closeBlocker(node('unit'), frank), 'Only the superadmin can close a unit.'],
    [closeBlocker(node('unit', 'closed'), root), 'It is closed.'],
    [archiveBlocker(node('site'), frank), null],
    [archiveBlocker(node('site'), ana), 'Only its administrators can change it.'],
  ])('%s', (said, wanted) => expect(said).toBe(wanted))
})

describe('changes to a facility', () => {
  const unit = { kind: 'unit', name: 'Five East', status: 'active', time_zone: 'America/Chicago' } as const
  const site = { kind: 'site', name: 'North', status: 'active', time_zone: 'America/Chicago' } as const
  const organization = { ...site, kind: 'organization', name: 'River Health' } as const
  it('only the superadmin decides on organizations', () => {
    expect(organizationBlocker('organization', false)?.code).toBe('facility.superadmin')
    expect([organizationBlocker('organization', true), organizationBlocker('unit', false)]).toEqual([
      null,
      null,
    ])
  })
  it('starts below an active facility', () => {
    expect([parentBlocker(null), parentBlocker(site)]).toEqual([null, null])
    expect(parentBlocker({ ...site, status: 'archived' })?.code).toBe('facility.parent_inactive')
  })
  it('is refused once it is closed or archived', () => {
    expect(changeBlocker({ ...unit, status: 'paused' })).toBeNull()
    expect(changeBlocker({ ...unit, status: 'closed' })?.code).toBe('facility.not_changeable')
    expect(changeBlocker({ ...site, status: 'archived' }, 'move')?.code).toBe('facility.not_movable')
  })
  it.each<[string, Parameters<typeof moveBlocker>, string | undefined]>([
    ['a unit to a site', [unit, site, true], undefined],
    ['a unit to an organization', [unit, organization, false], 'facility.wrong_parent'],
    ['a site to the top', [site, null, false], 'facility.wrong_parent'],
    ['a site to an organization', [site, organization, false], undefined],
    ['an organization to the top', [organization, null, false], undefined],
    ['to what is not theirs', [unit, undefined, false], 'facility.no_target'],
    ['to what is archived', [unit, { ...site, status: 'archived' }, false], 'facility.target_inactive'],
    ['to another time, empty', [unit, { ...site, time_zone: 'America/Denver' }, false], undefined],
    [
      'to another time, with shifts',
      [unit, { ...site, time_zone: 'America/Denver' }, true],
      'facility.other_time',
    ],
  ])('moves %s', (_what, asked, code) => {
    expect(moveBlocker(...asked)?.code).toBe(code)
  })
  it('keeps the time zone while capstone days are planned', () => {
    expect(capstoneZoneBlocker(site, site.time_zone, true)).toBeNull()
    expect(capstoneZoneBlocker(site, 'America/Denver', false)).toBeNull()
    expect(capstoneZoneBlocker(site, 'America/Denver', true)?.code).toBe('facility.zone_has_days')
  })
  it.each<[Parameters<typeof statusBlocker>, string | undefined]>([
    [[unit, 'paused'], undefined],
    [[{ ...unit, status: 'paused' }, 'paused'], undefined],
    [[{ ...unit, status: 'paused' }, 'active'], undefined],
    [[unit, 'active'], 'facility.not_paused'],
    [[{ ...unit, status: 'closed' }, 'paused'], 'facility.status_already'],
    [[unit, 'archived'], 'facility.wrong_step'],
    [[site, 'closed'], 'facility.wrong_step'],
    [[site, 'archived'], undefined],
    [[{ ...site, status: 'archived' }, 'archived'], 'facility.status_already'],
  ])('%o: %s', (asked, code) => {
    expect(statusBlocker(...asked)?.code).toBe(code)
  })
  it('is restored after its parent', () => {
    const archived = { ...site, status: 'archived' } as const
    expect([restoreBlocker(archived, null), restoreBlocker(archived, 'active')]).toEqual([null, null])
    expect(restoreBlocker(archived, 'archived')?.code).toBe('facility.archived_above')
    expect(restoreBlocker(site, 'active')?.code).toBe('facility.not_archived')
  })
})
