import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import type { PermissionType, PlaceKind } from './contract.ts'

const kinds: Record<PlaceKind, [what: string, admin: string]> = {
  unit: ['a unit', 'a unit admin'],
  site: ['a site', 'a site admin'],
  organization: ['an organization', 'an organization admin'],
}

const holder = (permission: PermissionType): string =>
  permission === 'capstone_preceptor' ? 'be a preceptor' : 'be given this permission'

/** What people read when a permission cannot be given or ended. */
export const permissionRefusals = {
  'permission.person_missing': notFound(() => 'This person does not exist.'),
  'permission.other_role': conflict<{ permission: PermissionType }>(
    ({ permission }) => `Only a facility admin can ${holder(permission)}.`,
  ),
  'permission.inactive': conflict<{ permission: PermissionType }>(
    ({ permission }) => `Only an active person can ${holder(permission)}.`,
  ),
  'permission.place_missing': notFound(() => 'This facility does not exist, or is closed.'),
  'permission.other_kind': conflict<{ place: string; kind: PlaceKind }>(
    ({ place, kind }) => `${place} is ${kinds[kind][0]}: who runs it is ${kinds[kind][1]}.`,
  ),
  'permission.own_place': conflict<{ name: string; place: string }>(
    ({ name, place }) => `${name} belongs to ${place} and runs it already.`,
  ),
  'permission.outside': conflict<{ name: string }>(
    ({ name }) => `This facility is outside the part of the hierarchy that ${name} belongs to.`,
  ),
  'permission.last_day_over': invalid(() => 'The last day is over already.', 'expires_on'),
  'permission.superadmin_only': forbidden(() => 'Only a superadmin may change this permission.'),
  'permission.own': forbidden(() => 'Nobody changes their own permissions. Ask another administrator.'),
  'permission.same_successor': conflict(() => 'Someone else has to take over.', 'successor_id'),
  'permission.successor_missing': conflict(
    () => 'This preceptor has been at work. Say who takes over, or that nobody has to.',
    'successor_id',
  ),
}
