import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('without any setting', () => {
  test('development uses port 3000, with the demo', () => {
    expect(readConfig({})).toEqual({
      mode: 'development',
      isProduction: false,
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      healthPort: 3001,
      trustProxy: false,
      databaseUrl: undefined,
      dbPoolSize: 16,
      dataDir: '.data',
      smtpUrl: undefined,
      mailFrom: 'Placewell <no-reply@localhost>',
      logLevel: 'warn',
      passwordMinLength: 15,
      isDemo: true,
      contactEmail: undefined,
      stripePublishableKey: undefined,
      setupSecret: undefined,
      defaultSchoolId: undefined,
      defaultFacilityId: undefined,
      drainMs: 0,
    })
  })

  test('production has no demo unless it is enabled', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ isDemo: false, logLevel: 'info' })
    expect(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).isDemo).toBe(true)
    expect(readConfig({ DEMO: 'off' }).isDemo).toBe(false)
  })
})

test.each([
  [{ PORT: '4100' }, { port: 4100, healthPort: 4101, appUrl: 'http://localhost:4100' }],
  [{ PORT: '0' }, { port: 0, healthPort: 0 }],
  [{ PORT: '65535' }, { healthPort: 0 }],
  [{ PORT: '  ' }, { port: 3000 }],
  [
    { NODE_ENV: 'production', APP_URL: 'https://placements.example.edu/', TRUST_PROXY: '1' },
    { appUrl: 'https://placements.example.edu' },
  ],
  [{ NODE_ENV: 'production', HOST: '::' }, { host: '::' }],
  [{ TRUST_PROXY: 'off' }, { trustProxy: false }],
  [{ TRUST_PROXY: '1' }, { trustProxy: 1 }],
  [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
  [{ MAIL_FROM: 'a@b.edu' }, { mailFrom: 'a@b.edu' }],
  [{ DATABASE_URL: 'postgres://u:p@db/x' }, { databaseUrl: 'postgres://u:p@db/x' }],
])('%j is parsed as %j', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

test.each([
  ['PORT', 'http', 'PORT: "http" cannot be used; expected a port number from 0 to 65535'],
  ['PORT', '70000', 'PORT: "70000" cannot be used; expected a port number from 0 to 65535'],
  ['PORT', '-1', 'PORT: "-1" cannot be used; expected a port number from 0 to 65535'],
  ['NODE_ENV', 'prod', 'NODE_ENV: "prod" cannot be used; expected development, production or test'],
  [
    'APP_URL',
    'placements.example.edu',
    'APP_URL: "placements.example.edu" cannot be used; expected an address such as https://placements.example.edu',
  ],
  [
    'APP_URL',
    'https://a.edu/app',
    'APP_URL: "https://a.edu/app" cannot be used; expected an address such as https://placements.example.edu',
  ],
  ['DEMO', 'yes', 'DEMO: "yes" cannot be used; expected on or off'],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL: "loud" cannot be used; expected fatal, error, warn/],
  ['TRUST_PROXY', 'true', /^TRUST_PROXY: "true" cannot be used/],
  ['TRUST_PROXY', '10.0.0.0/99', /^TRUST_PROXY: /],
  ['MAIL_FROM', 'a@b.edu\r\nBcc: c@d.edu', /^MAIL_FROM: "a@b.edu\\r\\nBcc: c@d.edu" cannot/],
  [
    'PASSWORD_MIN_LENGTH',
    '6',
    /^PASSWORD_MIN_LENGTH: "6" cannot be used; expected a whole number from 8 to 64$/,
  ],
  ['HEALTH_PORT', '3000', 'HEALTH_PORT: "3000" cannot be used; expected a port other than PORT'],
  [
    'DEFAULT_SCHOOL_ID',
    'lakeshore',
    'DEFAULT_SCHOOL_ID: "lakeshore" cannot be used; expected the id of a school',
  ],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1', /^STRIPE_PUBLISHABLE_KEY: its value cannot be used/],
])('%s=%s is refused in one line', (name, value, message) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(message)
  expect(read).not.toThrow('\n')
})

test.each([
  ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
  ['SMTP_URL', 'hunter2'],
  ['SETUP_SECRET', 'hunter2'],
])('the value of %s is never repeated', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(`${name}: its value cannot be used; expected `)
  expect(read).not.toThrow('hunter2')
})

describe('an https address, which only a proxy can serve', () => {
  const env = { NODE_ENV: 'production', APP_URL: 'https://placements.example.edu' }

  test.each([{}, { TRUST_PROXY: '' }])('is refused without a word on the proxy: %j', (more) => {
    const read = () => readConfig({ ...env, ...more })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      'TRUST_PROXY: not set, but APP_URL is https, so a proxy is in front of this server; set how many there are (1) or their addresses, or everyone counts as one client; off says so on purpose',
    )
    expect(read).not.toThrow('\n')
  })

  test.each(['off', '1', '10.0.0.0/8'])('is accepted with TRUST_PROXY=%s', (proxy) => {
    expect(readConfig({ ...env, TRUST_PROXY: proxy }).isProduction).toBe(true)
  })
})

describe('development, which opens /email-test and the demo to anyone', () => {
  test.each([
    [{ APP_URL: 'https://placements.example.edu' }, 'APP_URL is https'],
    [{ APP_URL: 'https://localhost:3000' }, 'APP_URL is https'],
    [{ HOST: '0.0.0.0' }, 'HOST 0.0.0.0 is not loopback'],
    [{ HOST: '::' }, 'HOST :: is not loopback'],
    [{ HOST: '192.168.1.20', NODE_ENV: 'development' }, 'HOST 192.168.1.20 is not loopback'],
    [{ HOST: 'placements.example.edu' }, 'HOST placements.example.edu is not loopback'],
    [{ APP_URL: 'http://placements.example.edu' }, 'APP_URL placements.example.edu is not loopback'],
    [{ APP_URL: 'http://192.168.1.20:3000' }, 'APP_URL 192.168.1.20 is not loopback'],
    [{ APP_URL: 'http://127.0.0.1.example.edu' }, 'APP_URL 127.0.0.1.example.edu is not loopback'],
  ])('is refused if others can reach the server: %j', (env, reason) => {
    const read = () => readConfig(env)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      `NODE_ENV: development opens every mail and the demonstration's sign-in to whoever reaches the server, and ${reason}; set NODE_ENV=production`,
    )
    expect(read).not.toThrow('\n')
    expect(readConfig({ ...env, NODE_ENV: 'production', TRUST_PROXY: '1' }).isProduction).toBe(true)
  })

  test('is refused as test too', () => {
    for (const more of [{ HOST: '0.0.0.0' }, { APP_URL: 'http://placements.example.edu' }])
      expect(() => readConfig({ NODE_ENV: 'test', ...more })).toThrow(
        /^NODE_ENV: test opens every mail .* is not loopback; set NODE_ENV=production$/,
      )
  })

  test.each([
    {},
    { HOST: 'localhost' },
    { HOST: '127.0.0.2' },
    { HOST: '::1' },
    { APP_URL: 'http://localhost:3000' },
    { APP_URL: 'http://127.0.0.1:3000' },
    { APP_URL: 'http://[::1]:3000' },
    { APP_URL: 'http://placewell.localhost:3000' },
  ])('is allowed if only this machine can reach it: %j', (env) => {
    expect(readConfig(env).mode).toBe('development')
  })
})

describe('a bucket for files', () => {
  const env = {
    S3_ENDPOINT: 'https://s3.us-east-2.amazonaws.com/',
    S3_BUCKET: 'placewell-files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  }

  test('is used if all of its settings are given', () => {
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig(env).s3).toEqual({
      endpoint: 'https://s3.us-east-2.amazonaws.com',
      bucket: 'placewell-files',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'hunter2',
    })
  })

  test.each(Object.keys(env))('is refused without %s', (name) => {
    const read = () => readConfig({ ...env, [name]: '' })
    expect(read).toThrow(`${name}: not set`)
    expect(read).not.toThrow('hunter2')
  })
})
