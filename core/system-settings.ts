import { type SignUpRole, signUpRoles } from './roles.ts'

/** Planned work on the platform, shown on every page until it ends; instants in ISO 8601. */
export type Maintenance = { starts_at: string; ends_at: string; message: string }

/** What a superadmin sets for the whole installation, in effect at once on every server. */
export type SystemSettings = {
  maintenance: Maintenance | null
  /** Roles that people may sign up for; the others are invited. */
  sign_up_roles: SignUpRole[]
  /** Who reads what is written on the contact page; null: every superadmin. */
  contact_email: string | null
  password_min_length: number
  /** From which hour of the day, by the clock of a school or facility, its morning notices are sent. */
  morning_hour: number
}
export type SettingKey = keyof SystemSettings

/** Bounds of numbers, both included. */
export const settingBounds = {
  password_min_length: [8, 64],
  morning_hour: [4, 10],
} as const satisfies Partial<Record<SettingKey, readonly [number, number]>>

/** What counts where nothing was set: the environment’s choice, or else the product’s. */
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
