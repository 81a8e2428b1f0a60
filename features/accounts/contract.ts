import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { emailProblem } from '#core/email.ts'
import { nameProblem, visibleText } from '#core/visible-text.ts'
import { accountStatuses, roles, signUpRoles } from '#core/roles.ts'
import { isPlainDate } from '#core/plain-date.ts'
import { idempotency } from '#features/audit/contract.ts'

const base = oc.$meta<ApiMeta>({ access: 'public', write: false })
const publicWrite = base.meta({ access: 'public', write: true })
const own = base.meta({ access: 'self', write: false })
const ownWrite = base.meta({ access: 'self', write: true })
/** For actions that cannot be done while impersonating someone. */
const inPerson = base.meta({ access: 'self', write: true, inPersonOnly: true })

const role = z.enum(roles)
const status = z.enum(accountStatuses)

const timeFormat = z.enum(['12h', '24h'])

/** Planned maintenance that is not over (features/system-settings). */
const maintenance = z.object({ starts_at: z.string(), ends_at: z.string(), message: z.string() })

/** The school's billing status as text (core/school-payment-status.ts). */
const schoolNotice = z.object({
  title: z.string(),
  text: z.string(),
  more: z.string().nullable(),
  link: z.object({ label: z.string(), href: z.string() }).nullable(),
})

/** The signed-in person, as every screen uses it (Spec §3 Session, §2 role views). */
export const me = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  role,
  is_preceptor: z.boolean(),
  status,
  email_verified: z.boolean(),
  linked_school_id: z.uuid().nullable(),
  linked_facility_id: z.uuid().nullable(),
  school_name: z.string().nullable(),
  /** False for the people of a deactivated school, whose data is read-only. */
  school_is_active: z.boolean(),
  facility_name: z.string().nullable(),
  must_change_password: z.boolean(),
  expires_at: z.string(),
  view_role: z.string().nullable(),
  selected_school_id: z.uuid().nullable(),
  selected_school_name: z.string().nullable(),
  /** 7:00 AM–3:00 PM or 0700–1500. */
  time_format: timeFormat,
  maintenance: maintenance.nullable(),
  /** Says that the school's payment is late, or that it is read-only (decision 209); otherwise null. */
  school_notice: schoolNotice.nullable(),
  impersonation: z
    .object({
      real_full_name: z.string(),
      reason: z.string(),
      expires_at: z.string(),
      may_write: z.boolean(),
    })
    .nullable(),
})
export type Me = z.infer<typeof me>

const clientHash = z
  .string()
  .regex(/^\$2[ab]\$12\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{31}$/, 'Not a password hash.')
const anyEmail = z.string().max(254, 'An email address has at most 254 characters.')
const email = anyEmail.refine((text) => emailProblem(text) === null, {
  error: ({ input }) => emailProblem(String(input)) ?? '',
})
const token = z.string().max(200)
const fullName = z
  .string()
  .overwrite(visibleText)
  .min(1, 'Enter your full name.')
  .max(200, 'At most 200 characters.')
  .refine((text) => nameProblem(text) === null, 'A name has at least one letter.')
const done = z.object({})

const tenant = z.object({
  id: z.uuid(),
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
})
export type Tenant = z.infer<typeof tenant>
const search = z.object({
  query: z.string().trim().min(2, 'Type at least two letters.').max(100),
})

/** The school or facility a person wants to join; which fields count depends on the role (Spec §5). */
const wantedTenant = z.object({
  school_id: z.string().max(60).optional(),
  join_code: z.string().max(40).optional(),
  facility_id: z.string().max(60).optional(),
  tenant_name: z.string().max(200, 'At most 200 characters.').optional(),
  message: z.string().max(1000, 'At most 1,000 characters.').optional(),
})

export const profile = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  role,
  phone: z.string().nullable(),
  graduation_date: z.string().nullable(),
  license_in_progress: z.boolean(),
  student_number: z.string().nullable(),
  time_format: timeFormat,
  version: z.int(),
  created_at: z.string(),
})
export type Profile = z.infer<typeof profile>

const session = z.object({
  id: z.uuid(),
  signed_in_at: z.string(),
  last_seen_at: z.string(),
  address_block: z.string().nullable(),
  user_agent: z.string().nullable(),
  is_current: z.boolean(),
})
export type SessionRow = z.infer<typeof session>

const secondFactor = z.object({
  /** When it was turned on; null if it is off. */
  since: z.string().nullable(),
  recovery_codes_left: z.int(),
})

export const signupRequest = z.object({
  role,
  status: z.enum(['pending', 'approved', 'declined', 'returned']),
  school_id: z.uuid().nullable(),
  facility_id: z.uuid().nullable(),
  tenant_label: z.string().nullable(),
  tenant_name: z.string().nullable(),
  /** The school's contact for questions, as the school wrote it; null if there is none, and for facilities. */
  contact: z.string().nullable(),
  message: z.string().nullable(),
  decision_note: z.string().nullable(),
  decided_at: z.string().nullable(),
  created_at: z.string(),
  version: z.int(),
})
export type SignupRequest = z.infer<typeof signupRequest>

export const accountsContract = {
  /** Null if no one is signed in: the browser calls this first, on every load. */
  me: base
    .route({ method: 'GET', path: '/me', tags: ['Account'], summary: 'Who is signed in' })
    .output(me.nullable()),

  /** The salt setting to hash with: always one row of the same shape, for known and unknown addresses. */
  preLogin: base
    .route({
      method: 'POST',
      path: '/sign-in/setting',
      tags: ['Account'],
      summary: 'The salt setting for an email address',
    })
    .input(z.object({ email: anyEmail }))
    .output(z.object({ setting: z.string() })),

  signIn: base
    .meta({ access: 'public', write: true, duringImpersonation: true })
    .route({ method: 'POST', path: '/sign-in', tags: ['Account'], summary: 'Sign in' })
    .input(
      z.object({
        email: anyEmail,
        password_hash_input: clientHash,
        /** Of an authenticator app, or a recovery code; asked for (`two_step.code_required`) once the password was right. */
        code: z.string().trim().max(40).optional(),
      }),
    )
    .output(me),

  signOut: base
    .meta({ access: 'public', write: true, duringImpersonation: true })
    .route({ method: 'POST', path: '/sign-out', tags: ['Account'], summary: 'Sign out' })
    .output(done),

  /** The installation's settings that the sign-in and sign-up pages need. */
  siteSettings: base
    .route({
      method: 'GET',
      path: '/site-settings',
      tags: ['Account'],
      summary: 'Planned maintenance, and who can sign up',
    })
    .output(z.object({ sign_up_roles: z.array(z.enum(signUpRoles)), maintenance: maintenance.nullable() })),

  /** The minimum password length of this installation. */
  passwordPolicy: base
    .route({
      method: 'GET',
      path: '/password-policy',
      tags: ['Account'],
      summary: 'The rules for a new password',
    })
    .output(z.object({ min_length: z.int() })),

  /** The common passwords whose SHA-1 has this prefix; the browser compares them itself. */
  passwordRange: base
    .route({
      method: 'GET',
      path: '/password-range/{prefix}',
      tags: ['Account'],
      summary: 'Well-known passwords by the start of their SHA-1',
    })
    .input(z.object({ prefix: z.string().regex(/^[0-9A-Fa-f]{5}$/, 'Five hexadecimal digits.') }))
    .output(z.object({ suffixes: z.array(z.string()) })),

  /** Creates the account, unverified and pending approval. Repeating a request_id returns the same response and creates nothing. */
  signUp: publicWrite
    .route({ method: 'POST', path: '/sign-up', tags: ['Account'], summary: 'Sign up' })
    .input(
      wantedTenant.extend({
        request_id: z.uuid(),
        email,
        password_hash_input: clientHash,
        full_name: fullName,
        role: z.string().max(40),
      }),
    )
    .output(z.object({ email: z.string() })),

  signUpSchools: base
    .route({ method: 'GET', path: '/sign-up/schools', tags: ['Account'], summary: 'Find a school to join' })
    .input(search)
    .output(z.array(tenant)),

  signUpFacilities: base
    .route({
      method: 'GET',
      path: '/sign-up/facilities',
      tags: ['Account'],
      summary: 'Find a facility to join',
    })
    .input(search)
    .output(z.array(tenant)),

  /**
   * Follows the link of a verification email, or of a change of address. `choose_password`:
   * nothing is done yet, because the password was chosen in another browser, perhaps by someone
   * else; the same call with a password sets that one. `me`: signed in by the link, if this is
   * the browser that signed up and no one else is signed in.
   */
  verifyEmail: publicWrite
    .route({ method: 'POST', path: '/verify-email', tags: ['Account'], summary: 'Verify an email address' })
    .input(z.object({ token, password_hash_input: clientHash.optional() }))
    .output(
      z.object({
        kind: z.enum(['verify_email', 'change_email', 'choose_password']),
        email: z.string(),
        full_name: z.string(),
        me: me.nullable(),
      }),
    ),

  /** Returns the same response whether or not the address is waiting for a link. */
  resendVerification: publicWrite
    .route({
      method: 'POST',
      path: '/verify-email/resend',
      tags: ['Account'],
      summary: 'Send the verification mail again',
    })
    .input(z.object({ email }))
    .output(z.object({ message: z.string() })),

  /** Returns the same response whether or not the address is registered (Spec §8). */
  requestReset: publicWrite
    .route({
      method: 'POST',
      path: '/reset-password/request',
      tags: ['Account'],
      summary: 'Request a reset link',
    })
    .input(z.object({ email }))
    .output(z.object({ message: z.string() })),

  /** The address whose password a link resets: the browser needs it for the salt. */
  resetLink: base
    .route({
      method: 'POST',
      path: '/reset-password/link',
      tags: ['Account'],
      summary: 'Look at a reset link',
    })
    .input(z.object({ token }))
    .output(z.object({ email: z.string(), full_name: z.string() })),

  resetPassword: publicWrite
    .route({
      method: 'POST',
      path: '/reset-password',
      tags: ['Account'],
      summary: 'Set a new password by a link',
    })
    .input(z.object({ token, password_hash_input: clientHash }))
    .output(done),

  /** Sets the first superadmin's password, once, with the installation's secret. */
  bootstrapSuperadmin: publicWrite
    .route({
      method: 'POST',
      path: '/bootstrap-superadmin',
      tags: ['Account'],
      summary: "Set the first superadmin's password",
    })
    .input(z.object({ email: anyEmail, password_hash_input: clientHash, setup_secret: z.string().max(500) }))
    .output(done),

  profile: own
    .meta({
      access: 'self',
      write: false,
      beforePasswordChange: true,
      trail: { kind: 'view', what: 'profile', people: ['viewer'] },
    })
    .route({ method: 'GET', path: '/profile', tags: ['Profile'], summary: 'My profile' })
    .output(profile),

  updateProfile: ownWrite
    .route({ method: 'PUT', path: '/profile', tags: ['Profile'], summary: 'Change my profile' })
    .input(
      z.object({
        ...idempotency,
        version: z.int(),
        full_name: fullName,
        phone: z
          .string()
          .trim()
          .max(40, 'At most 40 characters.')
          .regex(/^[+\d][\d\s().+x-]*$|^$/i, 'Enter a telephone number, such as +1 414 555 0123.')
          .nullable(),
        graduation_date: z
          .string()
          .refine(
            (text) => isPlainDate(text) && text >= '2000-01-01' && text < '2100-01-01',
            'Enter a day such as 2027-05-15.',
          )
          .nullable()
          .optional(),
        license_in_progress: z.boolean().optional(),
        time_format: timeFormat.optional(),
      }),
    )
    .output(profile),

  changePassword: inPerson
    .meta({ access: 'self', write: true, inPersonOnly: true, beforePasswordChange: true })
    .route({ method: 'PUT', path: '/profile/password', tags: ['Profile'], summary: 'Change my password' })
    .input(z.object({ current_hash: clientHash, password_hash_input: clientHash }))
    .output(done),

  /** Takes effect when the link sent to the new address is followed; the second hash uses that address's salt. */
  changeEmail: inPerson
    .route({ method: 'PUT', path: '/profile/email', tags: ['Profile'], summary: 'Change my email address' })
    .input(z.object({ new_email: email, current_hash: clientHash, password_hash_input: clientHash }))
    .output(done),

  /** Two-step verification (docs/decisions/257). */
  secondFactor: own
    .route({
      method: 'GET',
      path: '/profile/two-step',
      tags: ['Profile'],
      summary: 'My two-step verification',
    })
    .output(secondFactor),

  /** A new key for the caller's authenticator app; takes effect once a code of it is confirmed. */
  startSecondFactor: inPerson
    .route({
      method: 'POST',
      path: '/profile/two-step',
      tags: ['Profile'],
      summary: 'Set up two-step verification',
    })
    .input(z.object({ current_hash: clientHash }))
    .output(z.object({ secret: z.string(), address: z.string() })),

  /** Turns it on, and signs out everywhere else. Recovery codes are shown once. */
  confirmSecondFactor: inPerson
    .route({
      method: 'PUT',
      path: '/profile/two-step',
      tags: ['Profile'],
      summary: 'Turn on two-step verification with a first code',
    })
    .input(z.object({ code: z.string().trim().max(40) }))
    .output(z.object({ recovery_codes: z.array(z.string()) })),

  /** Replaces all recovery codes. */
  renewRecoveryCodes: inPerson
    .route({
      method: 'POST',
      path: '/profile/two-step/recovery-codes',
      tags: ['Profile'],
      summary: 'Make new recovery codes',
    })
    .input(z.object({ current_hash: clientHash }))
    .output(z.object({ recovery_codes: z.array(z.string()) })),

  endSecondFactor: inPerson
    .route({
      method: 'POST',
      path: '/profile/two-step/end',
      tags: ['Profile'],
      summary: 'Turn off my two-step verification',
    })
    .input(z.object({ current_hash: clientHash }))
    .output(done),

  /** For someone who lost both phone and recovery codes. They are notified. */
  resetSecondFactor: base
    .meta({ access: [], write: true, inPersonOnly: true })
    .route({
      method: 'POST',
      path: '/users/{id}/two-step/end',
      tags: ['Users'],
      summary: 'Turn off the two-step verification of a person',
    })
    .input(
      z.object({
        id: z.uuid(),
        reason: z.string().trim().min(3, 'Give a short reason. It’s kept on record.').max(500),
        current_hash: clientHash,
      }),
    )
    .output(done),

  sessions: own
    .route({ method: 'GET', path: '/profile/sessions', tags: ['Profile'], summary: 'Where I am signed in' })
    .output(z.array(session)),

  endSession: inPerson
    .route({
      method: 'DELETE',
      path: '/profile/sessions/{id}',
      tags: ['Profile'],
      summary: 'Sign out one device',
    })
    .input(z.object({ id: z.uuid() }))
    .output(done),

  /** Signs out everywhere else. */
  endOtherSessions: inPerson
    .route({
      method: 'DELETE',
      path: '/profile/sessions',
      tags: ['Profile'],
      summary: 'Sign out everywhere else',
    })
    .output(z.object({ ended: z.int() })),

  /** The status of the caller's request to join; null if there is none. */
  myRequest: own
    .route({ method: 'GET', path: '/sign-up/request', tags: ['Account'], summary: 'My request to join' })
    .output(signupRequest.nullable()),

  /** Sends a returned request again with corrections. */
  resubmit: inPerson
    .route({ method: 'PUT', path: '/sign-up/request', tags: ['Account'], summary: 'Send my request again' })
    .input(wantedTenant.extend({ version: z.int(), full_name: fullName, ...idempotency }))
    .output(done),
}
