import { notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import type { PermissionType, FacilityKind } from './contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { withArticle } from '#core/roles.ts'

const kinds: Record<FacilityKind, [what: string, admin: string]> = {
  unit: ['a unit', 'a unit admin'],
  site: ['a site', 'a site admin'],
  organization: ['an organization', 'an organization admin'],
}

const holder = (permission: PermissionType): string =>
  permission === 'capstone_preceptor' ? 'be a preceptor' : 'be given this permission'

/** What people read when a permission can't be given or ended. */
export const permissionRefusals = {
  'permission.person_missing': notFound(() => 'We can’t find that person.'),
  'permission.other_role': conflict<{ permission: PermissionType }>(
    ({ permission }) => `Only a facility admin can ${holder(permission)}.`,
  ),
  'permission.inactive': conflict<{ permission: PermissionType }>(
    ({ permission }) => `Only an active person can ${holder(permission)}.`,
  ),
  'permission.facility_missing': notFound(() => 'We can’t find that facility, or it is closed.'),
  'permission.other_kind': conflict<{ facility: string; kind: FacilityKind }>(
    ({ facility, kind }) =>
      `${facility} is ${kinds[kind][0]}. Its administrator is called ${kinds[kind][1]}.`,
  ),
  'permission.own_facility': conflict<{ name: string; facility: string }>(
    ({ name, facility }) => `${name} belongs to ${facility} and already runs it.`,
  ),
  'permission.outside': conflict<{ name: string }>(
    ({ name }) => `This facility is outside the part of the hierarchy that ${name} belongs to.`,
  ),
  'permission.last_day_over': invalid(() => 'The last day has already passed.', 'expires_on'),
  'permission.superadmin_only': forbidden(() => 'Only a superadmin may change this permission.'),
  'permission.own': forbidden(() => 'You can’t change your own permissions. Ask another administrator.'),
  'permission.same_successor': conflict(() => 'Someone else has to take over.', 'successor_id'),
  'permission.successor_missing': conflict(
    () => 'This preceptor has had students. Choose who takes over, or confirm that no one needs to.',
    'successor_id',
  ),
}

export type Held = { permission: PermissionType; facility: string }

const inSentence = (permission: PermissionType): string => permissionLabels[permission].toLowerCase()
const isPreceptor = ({ permission }: Held): boolean => permission === 'capstone_preceptor'

/** Notification texts: code → text. */
export const notificationTexts = {
  'permission.given': notificationText<Held & { until: PlainDate | null }>(
    (held) =>
      isPreceptor(held)
        ? `You are a preceptor at ${held.facility}`
        : `You have a new permission at ${held.facility}`,
    (held) =>
      [
        isPreceptor(held)
          ? 'You can now open the preceptor pages.'
          : `You are now ${withArticle(permissionLabels[held.permission])} at ${held.facility}.`,
        held.until && `Until ${formatDate(held.until, 'long')}.`,
      ]
        .filter(Boolean)
        .join(' '),
  ),
  'permission.turned_off': notificationText<Held & { successor: string | null }>(
    ({ permission }) => `Your ${inSentence(permission)} permission was turned off`,
    ({ facility, successor }) =>
      `You no longer have it at ${facility}.${successor ? ` ${successor} takes over.` : ''}`,
  ),
  'permission.ends_soon': notificationText<Held & { last_day: PlainDate }>(
    ({ permission }) => `Your ${inSentence(permission)} permission ends soon`,
    ({ facility, last_day }) => `Its last day at ${facility} is ${formatDate(last_day, 'long')}.`,
  ),
  'permission.ended': notificationText<Held>(
    ({ permission }) => `Your ${inSentence(permission)} permission has ended`,
    ({ facility }) => `Its last day at ${facility} has passed. If you still need it, ask again.`,
  ),
}
