import { notificationText } from '#core/notification-texts.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'

/** Notification texts: code → text. */
export const notificationTexts = {
  'school.deactivated': notificationText<{ school: string; reason: string }>(
    ({ school }) => `${school} was deactivated`,
    ({ reason }) =>
      `Nothing new can be planned, and no one new can join. You can still read, export, and record what happens on your shifts. Reason: ${reason}`,
  ),
  'school.reactivated': notificationText<{ school: string; reason: string }>(
    ({ school }) => `${school} is active again`,
    ({ reason }) => `You can plan and change everything again. Reason: ${reason}`,
  ),
  'school.join_code_renewed': notificationText<{ school: string }>(
    ({ school }) => `The join code of ${school} was renewed`,
    () => 'The old code no longer works. Give the new one to people who are about to join.',
  ),
}

/** Refusals of changes to schools: code → text. */
export const schoolRefusals = {
  'school.missing': notFound(() => 'We can’t find that school.'),
  'school.not_yours': forbidden(() => 'Only the school’s administrators can change it.'),
  'school.superadmin': forbidden(() => 'Only the superadmin can do this.'),
  'school.old_version': conflict(
    () => 'This school was just changed by someone else. Check it, then try again.',
  ),
  'school.taken': conflict(() => 'This was already saved with other values. Reload the page to see it.'),
  'school.inactive': conflict(
    () =>
      'Your school is deactivated: its profile, programs and rules are read-only. Ask Placewell why on the contact page.',
  ),
  'school.read_only': conflict(() => 'This school is deactivated. Its data is read-only.'),
  'school.active_already': conflict<{ is_active: boolean }>(
    ({ is_active: isActive }) => `This school is already ${isActive ? 'active' : 'deactivated'}.`,
  ),
  'school.no_setting': invalid(() => 'We can’t find that setting.'),
  'school.no_zone': invalid(() => 'We can’t find that time zone.', 'time_zone'),
  'school.zone_has_shifts': conflict(
    () =>
      'There are shifts or capstone days planned on campus, at times of this time zone. Cancel or finish these first.',
  ),
  'school.name_taken': conflict<{ state: string | null }>(
    ({ state }) =>
      `There is already a school with this name${state === null ? '' : ` in ${state}`}. Look for it in the list.`,
  ),
  'school.just_created': conflict(
    () => 'A school with this name was just created. Check the list again.',
    'name',
  ),
  'school.code_renewed': conflict(
    () => 'Someone else renewed the join code in the meantime. This is the new one.',
  ),
  'program.missing': notFound(() => 'We can’t find that program.'),
  'program.name_taken': conflict(() => 'Another program of this school has this name.', 'name'),
  'program.old_version': conflict(
    () => 'This program was just changed by someone else. Check it, then try again.',
  ),
  'profile.missing': notFound(() => 'We can’t find that profile.'),
  'profile.from_taken': conflict(
    () => 'There is already a profile of this board and level from that day on.',
    'effective_from',
  ),
  'profile.old_version': conflict(
    () => 'This profile was just changed by someone else. Check it, then try again.',
  ),
  'profile.over': conflict(() => 'This profile is no longer in force. Choose the one that followed it.'),
  'profile.program_asks_less': conflict<{ program: string; problem: string }>(
    ({ program, problem }) => `${program}: ${problem} Change the program first.`,
  ),
}
