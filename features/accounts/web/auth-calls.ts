import { constants } from '#core/constants.ts'
import type { SignUpRole } from '#core/roles.ts'
import type { Maintenance } from '#core/system-settings.ts'
import { CallFailed, callPlainly } from '#platform/web/plain-api.ts'
import type { WantedTenant } from '../rules.ts'
import type { Me, Tenant } from '../contract.ts'

const { mutationRetries, firstRetryDelayMs } = constants.queries

type Message = { message: string }
/** The result of following a verification link; `choose_password` means a password is needed first. */
export type Followed = {
  kind: 'verify_email' | 'change_email' | 'choose_password'
  email: string
  full_name: string
  /** Signed in by the link. */
  me: Me | null
}
type SignUp = Partial<WantedTenant> & {
  request_id: string
  role: string
  full_name: string
  email: string
  password_hash_input: string
  message?: string
}

/** The installation's settings for visitors who are not signed in. */
export type SiteSettings = { sign_up_roles: SignUpRole[]; maintenance: Maintenance | null }

/** The server calls of the auth pages, without the API client. Each throws CallFailed with the server's message. */
export const authCalls = {
  setting: (email: string) => callPlainly<{ setting: string }>('POST', '/sign-in/setting', { email }),
  signIn: (input: { email: string; password_hash_input: string; code?: string }) =>
    callPlainly<Me>('POST', '/sign-in', input),
  siteSettings: () => callPlainly<SiteSettings>('GET', '/site-settings'),
  passwordPolicy: () => callPlainly<{ min_length: number }>('GET', '/password-policy'),
  passwordRange: (prefix: string) => callPlainly<{ suffixes: string[] }>('GET', `/password-range/${prefix}`),
  /** The same request creates once, so it is retried if it may not have arrived. */
  signUp: (input: SignUp) => patiently(() => callPlainly<{ email: string }>('POST', '/sign-up', input)),
  tenants: (kind: 'school' | 'facility', query: string) =>
    callPlainly<Tenant[]>(
      'GET',
      `/sign-up/${kind === 'school' ? 'schools' : 'facilities'}?${new URLSearchParams({ query })}`,
    ),
  verifyEmail: (token: string) => callPlainly<Followed>('POST', '/verify-email', { token }),
  verifyWithPassword: (input: { token: string; password_hash_input: string }) =>
    callPlainly<Followed>('POST', '/verify-email', input),
  resendVerification: (email: string) => callPlainly<Message>('POST', '/verify-email/resend', { email }),
  requestReset: (email: string) => callPlainly<Message>('POST', '/reset-password/request', { email }),
  resetLink: (token: string) =>
    callPlainly<{ email: string; full_name: string }>('POST', '/reset-password/link', { token }),
  resetPassword: (input: { token: string; password_hash_input: string }) =>
    callPlainly<object>('POST', '/reset-password', input),
}

/** Retries as every form does (Spec §9): never after a refusal, otherwise once. */
async function patiently<Output>(call: () => Promise<Output>): Promise<Output> {
  for (let tries = 0; ; tries++)
    try {
      return await call()
    } catch (error) {
      const isRefusal = error instanceof CallFailed && error.status >= 400 && error.status < 500
      if (isRefusal || tries >= mutationRetries) throw error
      await new Promise((resume) => setTimeout(resume, firstRetryDelayMs))
    }
}
