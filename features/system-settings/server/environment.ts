import type { Config } from '#platform/server/config.ts'
import type { EnvironmentFact } from '../contract.ts'

const isSet = (value: unknown): string => (value === undefined ? 'Not set' : 'Set')

/** What the environment sets, in words; for keys and addresses with passwords, only whether they are set. */
export function environmentFacts(config: Config): EnvironmentFact[] {
  return [
    { name: 'APP_URL', label: 'Product address', words: config.appUrl },
    {
      name: 'SMTP_URL',
      label: 'Mail server',
      words: config.smtpUrl ? 'Set' : 'Not set: emails are kept and shown at /email-test',
    },
    { name: 'MAIL_FROM', label: 'Email sender', words: config.mailFrom },
    {
      name: 'DATABASE_URL',
      label: 'Database',
      words: config.databaseUrl ? 'Outside server' : 'Included PostgreSQL',
    },
    {
      name: 'S3_BUCKET',
      label: 'File storage',
      words: config.s3 ? 'Bucket (S3)' : 'Folder on this server',
    },
    {
      name: 'STRIPE_SECRET_KEY',
      label: 'Online payment',
      words: !config.stripe
        ? 'Not set: schools pay by invoice'
        : config.stripe.apiUrl
          ? 'For trying out: no money is taken'
          : 'Set',
    },
    {
      name: 'STRIPE_PUBLISHABLE_KEY',
      label: 'Card form on /pricing',
      words: isSet(config.stripePublishableKey),
    },
    {
      name: 'DEMO',
      label: 'Demonstration',
      words: config.isDemo ? 'On: anyone can sign in as its people' : 'Off',
    },
    { name: 'LOG_LEVEL', label: 'Server log', words: `${config.logLevel}, to standard output` },
    { name: 'DB_POOL_SIZE', label: 'Database connections', words: String(config.dbPoolSize) },
  ]
}
