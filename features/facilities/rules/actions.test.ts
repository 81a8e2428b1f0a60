import { describe, expect, it, test } from 'vitest'
import type { FacilityKind, FacilityStatus } from '../contract.ts'
import {
  addBlocker,
  administeredBlocker,
  archiveBlocker,
  capstoneZoneBlocker,
  closeBlocker,
  closeDaysBlocker,
  editBlocker,
  moveBlocker,
  pauseBlocker,
  restoreBlocker,
  resumeBlocker,
  statusBlocker,
  targetBlocker,
} from './actions.ts'

describe('who may do what to a facility', () => {
  const node = (kind: FacilityKind, status: FacilityStatus = 'active') => ({ kind, status, name: 'X' })
  const root = (...of: Parameters<typeof node>) => ({ ...node(...of), may_manage: true, by_superadmin: true })
  const frank = (...of: Parameters<typeof node>) => ({ ...root(...of), by_superadmin: false })
  const ana = (...of: Parameters<typeof node>) => ({ ...frank(...of), may_manage: false })
  test.each([
    [editBlocker(root('organization')), undefined],
    [editBlocker(frank('organization')), 'facility.superadmin'],
    [editBlocker(frank('site')), undefined],
    [editBlocker(ana('site')), 'facility.out_of_scope'],
    [editBlocker(root('site', 'archived')), 'facility.not_changeable'],
    [editBlocker(root('unit', 'closed')), 'facility.not_changeable'],
    [editBlocker(frank('unit', 'paused')), undefined],
    [closeDaysBlocker(frank('organization')), undefined],
    [closeDaysBlocker(ana('unit')), 'facility.out_of_scope'],
    [closeDaysBlocker(root('site', 'archived')), 'facility.not_changeable'],
    [addBlocker(null), undefined],
    [addBlocker(frank('organization')), undefined],
    [addBlocker(ana('site')), 'facility.out_of_scope'],
    [addBlocker(root('site', 'archived')), 'facility.parent_inactive'],
    [moveBlocker(frank('unit'), frank('site')), undefined],
    [moveBlocker(frank('unit'), ana('site')), 'facility.not_theirs_to_move'],
    [moveBlocker(root('organization'), null), undefined],
    [moveBlocker(frank('organization'), null), 'facility.superadmin'],
    [moveBlocker(root('site', 'archived'), root('organization')), 'facility.not_movable'],
    [pauseBlocker(frank('unit'), 0), undefined],
    [pauseBlocker(frank('unit', 'paused'), 0), 'facility.status_already'],
    [pauseBlocker(frank('unit', 'paused'), 3), undefined],
    [pauseBlocker(frank('unit', 'closed'), 0), 'facility.status_already'],
    [pauseBlocker(ana('unit'), 0), 'facility.out_of_scope'],
    [resumeBlocker(frank('unit', 'paused')), undefined],
    [resumeBlocker(frank('unit')), 'facility.not_paused'],
    [resumeBlocker(ana('unit', 'paused')), 'facility.out_of_scope'],
    [closeBlocker(root('unit', 'paused')), undefined],
    [closeBlocker(root('unit')), undefined],
    [closeBlocker(frank('unit')), 'facility.superadmin'],
    [closeBlocker(root('unit', 'closed')), 'facility.status_already'],
    [archiveBlocker(frank('site')), undefined],
    [archiveBlocker(ana('site')), 'facility.out_of_scope'],
    [archiveBlocker(frank('organization')), 'facility.superadmin'],
    [archiveBlocker(root('site', 'archived')), 'facility.status_already'],
    [administeredBlocker([]), undefined],
    [administeredBlocker(['Nora']), 'facility.has_administrators'],
    [restoreBlocker(frank('site', 'archived'), frank('organization')), undefined],
    [restoreBlocker(frank('unit', 'archived'), frank('site')), undefined],
    [restoreBlocker(root('organization', 'archived'), null), undefined],
    [restoreBlocker(frank('organization', 'archived'), null), 'facility.superadmin'],
    [restoreBlocker(ana('site', 'archived'), null), 'facility.out_of_scope'],
    [restoreBlocker(root('unit', 'archived'), root('site', 'archived')), 'facility.archived_above'],
    [restoreBlocker(root('site'), root('organization')), 'facility.not_archived'],
  ])('%o: %s', (refused, code) => expect(refused?.code).toBe(code))
})

describe('changes to a facility', () => {
  const unit = { kind: 'unit', name: 'Five East', status: 'active', time_zone: 'America/Chicago' } as const
  const site = { kind: 'site', name: 'North', status: 'active', time_zone: 'America/Chicago' } as const
  const organization = { ...site, kind: 'organization', name: 'River Health' } as const
  it.each<[string, Parameters<typeof targetBlocker>, string | undefined]>([
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
    expect(targetBlocker(...asked)?.code).toBe(code)
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
})
