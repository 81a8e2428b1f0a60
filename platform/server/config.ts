import { isIP } from 'node:net'
import { z } from 'zod'

/** A setting that cannot be used; the message is one line that names it and what is expected. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Settings whose value is never repeated in a message. */
const SECRET = new Set([
  'DATABASE_URL',
  'SMTP_URL',
  'SETUP_SECRET',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
])

const port = (low: number) => whole(low, 65535, `a port number from ${low} to 65535`)

const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'], 'on or off')
  .transform((value) => ['true', '1', 'on'].includes(value))

const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'development, production or test')
    .default('development'),
  PORT: port(0).default(3000),
  HOST: z.string().refine(isHost, 'an IP address or host name').default('127.0.0.1'),
  APP_URL: z.string().refine(isOrigin, 'an address such as https://placements.example.edu').optional(),
  HEALTH_PORT: port(0).optional(),
  TRUST_PROXY: z.string().refine(isProxy, 'off, a number of proxies, or their addresses').optional(),
  DATABASE_URL: z
    .string()
    .refine(isUrlOf('postgres:', 'postgresql:'), 'an address such as postgres://user:password@host:5432/name')
    .optional(),
  DRAIN_MS: whole(0, 60_000, 'milliseconds, from 0 to 60000').default(0),
  DB_POOL_SIZE: whole(2, 100, 'a whole number from 2 to 100').default(16),
  DATA_DIR: z.string().default('.data'),
  SMTP_URL: z
    .string()
    .refine(isUrlOf('smtp:', 'smtps:'), 'an address such as smtps://user:password@host:465')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'a sender such as Placewell <no-reply@example.edu>',
    )
    .default('Placewell <no-reply@localhost>'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .optional(),
  PASSWORD_MIN_LENGTH: whole(8, 64, 'a whole number from 8 to 64').default(15),
  DEMO: flag.optional(),
  CONTACT_EMAIL: z.email('an email address').max(254).optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'a publishable key that begins with pk_test_ or pk_live_')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[sr]k_(test|live)_\w+$/,
      'a secret key that begins with sk_test_, sk_live_, rk_test_ or rk_live_',
    )
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'a signing secret that begins with whsec_')
    .optional(),
  STRIPE_API_URL: z.string().refine(isOrigin, 'an address such as http://localhost:4242').optional(),
  CANVAS_STAND_IN: z.string().refine(isOrigin, 'an address such as http://localhost:4343').optional(),
  S3_ENDPOINT: z
    .string()
    .refine(isUrlOf('http:', 'https:'), 'an address such as https://s3.us-east-2.amazonaws.com')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'a region such as us-east-2')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SETUP_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  DEFAULT_SCHOOL_ID: z.uuid('the id of a school').optional(),
  DEFAULT_FACILITY_ID: z.uuid('the id of a facility').optional(),
})

type Settings = z.infer<typeof settings>

export type Config = {
  readonly mode: 'development' | 'production' | 'test'
  readonly isProduction: boolean
  readonly port: number
  readonly host: string
  /** The product's public URL, without a trailing slash. */
  readonly appUrl: string
  /** Health and metrics have a port of their own, so that overload does not hide them. */
  readonly healthPort: number
  /** In Fastify's form: no proxy, the nearest n proxies, or a list of addresses. */
  readonly trustProxy: false | number | string[]
  /** The administrator's URL of an external PostgreSQL ≥ 15; undefined: the one from npm. */
  readonly databaseUrl: string | undefined
  /** How long a stopping server still accepts requests after /health/ready reports that it is not ready. */
  readonly drainMs: number
  readonly dbPoolSize: number
  readonly dataDir: string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly passwordMinLength: number
  /** Whether the demo accounts and one-click sign-in exist. */
  readonly isDemo: boolean
  /** Who receives the messages of the contact page; undefined: every superadmin. */
  readonly contactEmail: string | undefined
  readonly stripePublishableKey: string | undefined
  /** Online payment; undefined: schools pay by agreed invoices. */
  readonly stripe: StripeSettings | undefined
  /** A server that stands in for every Canvas under `.example`, for trials; undefined: those cannot be reached. */
  readonly canvasStandIn: string | undefined
  /** The bucket that stores files; undefined: the folder `files` in DATA_DIR. */
  readonly s3: S3Settings | undefined
  /** Allows the first superadmin's password to be set, once. */
  readonly setupSecret: string | undefined
  /** The school a superadmin works in before choosing one; undefined: the first active one by name. */
  readonly defaultSchoolId: string | undefined
  readonly defaultFacilityId: string | undefined
}

/**
 * Reads the product's settings from the environment; empty counts as not set. Throws ConfigError
 * with one line naming the setting, its value unless secret, and what is expected.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined]),
  )
  const result = settings.safeParse(given)
  if (!result.success) {
    const issue = result.error.issues[0]!
    const name = String(issue.path[0])
    throw new ConfigError(complaint(name, given[name] ?? '', issue.message))
  }
  const { data } = result
  const healthPort = data.HEALTH_PORT ?? (data.PORT === 0 || data.PORT === 65535 ? 0 : data.PORT + 1)
  if (healthPort !== 0 && healthPort === data.PORT)
    throw new ConfigError(complaint('HEALTH_PORT', String(healthPort), 'a port other than PORT'))

  const isProduction = data.NODE_ENV === 'production'
  if (isProduction) refuseUnknownProxy(data)
  else refuseIfReachable(data)
  return {
    mode: data.NODE_ENV,
    isProduction,
    port: data.PORT,
    host: data.HOST,
    appUrl: (data.APP_URL ?? `http://localhost:${data.PORT}`).replace(/\/$/, ''),
    healthPort,
    trustProxy: readProxy(data.TRUST_PROXY ?? 'off'),
    databaseUrl: data.DATABASE_URL,
    drainMs: data.DRAIN_MS,
    dbPoolSize: data.DB_POOL_SIZE,
    dataDir: data.DATA_DIR,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    logLevel: data.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    passwordMinLength: data.PASSWORD_MIN_LENGTH,
    isDemo: data.DEMO ?? !isProduction,
    contactEmail: data.CONTACT_EMAIL,
    s3: readS3(data),
    stripePublishableKey: data.STRIPE_PUBLISHABLE_KEY,
    stripe: readStripe(data),
    canvasStandIn: readStandIn(data),
    setupSecret: data.SETUP_SECRET,
    defaultSchoolId: data.DEFAULT_SCHOOL_ID,
    defaultFacilityId: data.DEFAULT_FACILITY_ID,
  }
}

/** How to reach Stripe, and how to verify that its webhooks are genuine. */
export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** A server that speaks Stripe's protocol, for trials; undefined: Stripe. */
  readonly apiUrl?: string | undefined
}

/** Requires both secrets or none: with only one, people could pay without the product knowing. */
function readStripe(data: Settings): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = data
  if (!secretKey && !webhookSecret) return undefined
  const missing = !secretKey ? 'STRIPE_SECRET_KEY' : !webhookSecret ? 'STRIPE_WEBHOOK_SECRET' : null
  if (missing)
    throw new ConfigError(
      `${missing}: not set; online payment needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET`,
    )
  if (apiUrl && data.NODE_ENV === 'production')
    throw new ConfigError('STRIPE_API_URL: payments of production go to Stripe itself; leave it out')
  return { secretKey: secretKey!, webhookSecret: webhookSecret!, apiUrl }
}

/** A Canvas for trials; production only contacts the real ones. */
function readStandIn({ CANVAS_STAND_IN: standIn, NODE_ENV: mode }: Settings): string | undefined {
  if (standIn && mode === 'production')
    throw new ConfigError('CANVAS_STAND_IN: production reads from Canvas itself; leave it out')
  return standIn
}

/** A bucket of a server that speaks S3, and the credentials for it. */
export type S3Settings = {
  /** Without a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Requires all settings of a bucket or none: with some of them, files would end up on a disk where no one looks for them. */
function readS3(data: Settings): S3Settings | undefined {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (needed.every((name) => data[name] === undefined)) return undefined
  const missing = needed.find((name) => data[name] === undefined)
  if (missing) throw new ConfigError(`${missing}: not set; files go to S3 only with ${needed.join(', ')}`)
  return {
    endpoint: data.S3_ENDPOINT!.replace(/\/$/, ''),
    bucket: data.S3_BUCKET!,
    region: data.S3_REGION,
    accessKeyId: data.S3_ACCESS_KEY_ID!,
    secretAccessKey: data.S3_SECRET_ACCESS_KEY!,
  }
}

/** Refuses development and test mode where others reach it, because there everyone may read every mail and act as any demo account. */
function refuseIfReachable({ NODE_ENV: mode, HOST: host, APP_URL: appUrl }: Settings): void {
  const name = appUrl && new URL(appUrl).hostname
  const reason = appUrl?.startsWith('https:')
    ? 'APP_URL is https'
    : !isLoopback(host)
      ? `HOST ${host} is not loopback`
      : name && !isLoopback(name) && `APP_URL ${name} is not loopback`
  if (reason)
    throw new ConfigError(
      `NODE_ENV: ${mode} opens every mail and the demonstration's sign-in to whoever reaches the server, and ${reason}; set NODE_ENV=production`,
    )
}

/** Refuses to guess whether the address of a connection is a person's or a proxy's: everyone behind one would share all limits. */
function refuseUnknownProxy({ APP_URL: appUrl, TRUST_PROXY: proxy }: Settings): void {
  if (proxy === undefined && appUrl?.startsWith('https:'))
    throw new ConfigError(
      'TRUST_PROXY: not set, but APP_URL is https, so a proxy is in front of this server; set how many there are (1) or their addresses, or everyone counts as one client; off says so on purpose',
    )
}

function isLoopback(host: string): boolean {
  return /^(.+\.)?localhost$|^(::1|\[::1\])$/.test(host) || (isIP(host) === 4 && host.startsWith('127.'))
}

function complaint(name: string, value: string, expected: string): string {
  const shown = SECRET.has(name) ? 'its value' : JSON.stringify(value)
  return `${name}: ${shown} cannot be used; expected ${expected}`
}

function whole(low: number, high: number, expected: string) {
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((value) => value >= low && value <= high, expected)
}

function isUrlOf(...protocols: string[]) {
  return (text: string): boolean => URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

function isOrigin(text: string): boolean {
  if (!isUrlOf('http:', 'https:')(text)) return false
  const url = new URL(text)
  return url.href === `${url.origin}/`
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)
}

function isProxy(text: string): boolean {
  const proxy = readProxy(text)
  if (!Array.isArray(proxy)) return true
  return proxy.every((part) => {
    const [address = '', bits = '0', more] = part.split('/')
    const family = isIP(address)
    return (
      family !== 0 &&
      more === undefined &&
      /^\d{1,3}$/.test(bits) &&
      Number(bits) <= (family === 4 ? 32 : 128)
    )
  })
}

/** Trusting every sender is not offered, because then anyone could claim any address. */
function readProxy(text: string): Config['trustProxy'] {
  if (['off', 'false', '0'].includes(text)) return false
  if (/^\d$/.test(text)) return Number(text)
  return text.split(',').map((part) => part.trim())
}
