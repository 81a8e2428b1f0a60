import { formatClockTime } from '#core/clock-time.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatSpanInFull } from '#core/plain-date.ts'
import { conflict, invalid } from '#core/refusal.ts'
import { roleLabels, type SignUpRole } from '#core/roles.ts'
import type { Maintenance, SettingKey, SystemSettings } from '#core/system-settings.ts'

export const settingRefusals = {
  'setting.maintenance_over': invalid(
    () => 'This maintenance has already ended. Choose an end in the future.',
    'ends_at',
  ),
  'setting.unchanged': conflict(() => 'This is already the value. Change it, or cancel.'),
  'setting.old_version': conflict(
    () => 'This setting was just changed by someone else. Check it, then try again.',
  ),
  'task.failed': conflict(({ task, why }: { task: string; why: string }) => `${task} failed: ${why}`),
}

/** The label of each setting, and what it does. */
export const settingLabels: Record<SettingKey, { label: string; help: string }> = {
  maintenance: {
    label: 'Planned maintenance',
    help: 'Shown at the top of every page and on the sign-in pages, from now until its end.',
  },
  sign_up_roles: {
    label: 'Open sign-up',
    help: 'Who can create an account. People of every role can still be invited.',
  },
  contact_email: {
    label: 'Contact page messages',
    help: 'Who gets messages from the contact page and reports of security problems.',
  },
  password_min_length: {
    label: 'Minimum password length',
    help: 'For passwords chosen from now on; existing ones stay valid.',
  },
  morning_hour: {
    label: 'Hour of morning notices',
    help: 'At-risk notices and weekly summaries are sent in this hour, local time of each school and facility.',
  },
}

/** When maintenance takes place, in the reader's time zone, and its message. */
const maintenanceWords = ({ starts_at, ends_at, message }: Maintenance): string =>
  [`${formatSpanInFull(new Date(starts_at), new Date(ends_at))}.`, message].join(' ').trim()

const words: { [Key in SettingKey]: (value: NonNullable<SystemSettings[Key]>) => string } = {
  maintenance: maintenanceWords,
  sign_up_roles: (roles) =>
    roles.length === 0 ? 'No one' : roles.map((role: SignUpRole) => roleLabels[role]).join(', '),
  contact_email: (email) => email,
  password_min_length: (length) => `${formatNumber(length)} characters`,
  morning_hour: (hour) => hourWords(hour),
}

/** 6:00 AM: an hour of the day in words. */
export const hourWords = (hour: number): string => formatClockTime(`${String(hour).padStart(2, '0')}:00:00`)

/** The value of a setting in words. */
export function settingTexts(key: SettingKey, value: unknown): string {
  if (value === null || value === undefined) return key === 'contact_email' ? 'Every superadmin' : 'None'
  return (words[key] as (value: unknown) => string)(value)
}

/** Labels of what clean-up deletes after its retention. */
export const expiredLabels: Record<string, string> = {
  'idempotency keys': 'Keys of repeated requests, after 7 days',
  links: 'Links to verify and to reset, 7 days after they expired',
  'invitation links': 'Links of invitations, 30 days after their use, 180 after they expired',
  sessions: 'Sessions, a day after they ended',
  'known devices': 'Known devices, after 180 days without use',
  throttles: 'Counts of attempts, after 2 days',
  mails: 'Emails sent or given up, after 90 days',
  'contact messages': 'Messages of the contact page, a year after they were answered',
  'people of a revoked Canvas': 'People read from Canvas, 30 days after the connection was revoked',
  jobs: 'Jobs, 90 days after they ended',
}
