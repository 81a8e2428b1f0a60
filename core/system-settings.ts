import { emailProblem } from './email.ts'
import { type SignUpRole, signUpRoles } from './roles.ts'

/** Planned maintenance, shown on every page until it ends; instants in ISO 8601. */
export type Maintenance = { starts_at: string; ends_at: string; message: string }

/** What a superadmin sets for the whole installation; applies at once on every server. */
export type SystemSettings = {
  maintenance: Maintenance | null
  /** Roles that people may sign up for; the others need an invitation. */
  sign_up_roles: SignUpRole[]
  /** Who receives the messages of the contact page; null: every superadmin. */
  contact_email: string | null
  password_min_length: number
  /** The hour of the day, in the time zone of a school or facility, from which its morning notices are sent. */
  morning_hour: number
}
export type SettingKey = keyof SystemSettings

/** Limits of numbers, both included. */
export const settingBounds = {
  password_min_length: [8, 64],
  morning_hour: [4, 10],
} as const satisfies Partial<Record<SettingKey, readonly [number, number]>>

/** The defaults for settings that were not set: from the environment, or else the product's. */
export const defaultSystemSettings = (environment: {
  contactEmail: string | undefined
  passwordMinLength: number
}): SystemSettings => ({
  maintenance: null,
  sign_up_roles: [...signUpRoles],
  contact_email: environment.contactEmail ?? null,
  password_min_length: environment.passwordMinLength,
  morning_hour: 6,
})

const LONGEST_MS = 7 * 86_400_000
const MAX_MESSAGE_LENGTH = 300

const outside = ([low, high]: readonly [number, number], value: number): string | null =>
  !Number.isInteger(value)
    ? 'A whole number.'
    : value < low
      ? `At least ${low}.`
      : value > high
        ? `At most ${high}.`
        : null

/** What is wrong with the value of a setting, and in which of its fields, if it has any; null if nothing is. */
export function settingProblem<Key extends SettingKey>(
  key: Key,
  value: NonNullable<SystemSettings[Key]>,
): { field: 'ends_at' | 'message' | null; text: string } | null {
  const settings = { [key]: value } as Partial<SystemSettings>
  const planned = settings.maintenance
  if (planned) {
    const length = Date.parse(planned.ends_at) - Date.parse(planned.starts_at)
    if (planned.message.trim().length > MAX_MESSAGE_LENGTH)
      return { field: 'message', text: `At most ${MAX_MESSAGE_LENGTH} characters.` }
    if (length <= 0) return { field: 'ends_at', text: 'The end must be after the start.' }
    return length > LONGEST_MS ? { field: 'ends_at', text: 'At most 7 days after the start.' } : null
  }
  const {
    contact_email: email,
    password_min_length: password,
    morning_hour: hour,
    sign_up_roles: roles,
  } = settings
  const text =
    (email !== undefined && email !== null && emailProblem(email)) ||
    (password !== undefined && outside(settingBounds.password_min_length, password)) ||
    (hour !== undefined && outside(settingBounds.morning_hour, hour)) ||
    (roles !== undefined && new Set(roles).size < roles.length && 'Each role once.')
  return text ? { field: null, text } : null
}
