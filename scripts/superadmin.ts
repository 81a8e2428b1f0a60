// npm packages are installed and Node is new enough: `node scripts/bootstrap.mjs superadmin --email … --name …` ensures both.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { hash as bcrypt } from 'bcryptjs'
import { isEmail, normaliseEmail } from '#core/email.ts'
import { prehash } from '#core/password-prehash.ts'
import { BOOTSTRAP_FAILED } from '#features/accounts/messages.ts'
import { passwordProblem } from '#features/accounts/rules.ts'
import { asOwner } from '#database/as-owner.ts'
import { isCommonPassword, storedHash } from '#features/accounts/server/public.ts'
import { readConfig } from '#platform/server/config.ts'
import { PasswordHasher, settingFor } from '#platform/server/passwords.ts'
import { loadSecrets } from '#platform/server/secrets.ts'
import { fail, StartError } from './ending.ts'
import { openDatabase } from './installation.ts'

/**
 * Creates the first superadmin (Spec §7, §8): the account, if the address has none, and its password, once. In production SETUP_SECRET must
 * be set, as for the same action over the network.
 */
try {
  const config = readConfig(process.env)
  if (config.isProduction && !config.setupSecret) throw refusal('SETUP_SECRET is not set')
  const { email, name } = readWho()
  const password = process.env['PLACEWELL_PASSWORD'] || (await askPassword())
  const problem =
    passwordProblem(password, { minLength: config.passwordMinLength, email, fullName: name }) ??
    (isCommonPassword(password)
      ? 'This is one of the first passwords that anybody tries. Choose another.'
      : null)
  if (problem) throw refusal(problem)

  const secrets = loadSecrets(config.dataDir, process.env)
  const passwords = new PasswordHasher({ pepper: secrets.pepper })
  const clientHash = await bcrypt(await prehash(password), settingFor(email, secrets.saltKey))
  const database = await openDatabase(config, secrets)
  try {
    await bootstrap(database.adminUrl, { email, name, passwordHash: await storedHash(passwords, clientHash) })
  } finally {
    await database.close()
  }
  console.log(`${email} is superadmin and can sign in.`)
  process.exit(0)
} catch (error) {
  fail(error)
}

function refusal(why: string): StartError {
  return new StartError(`${BOOTSTRAP_FAILED}: ${why}`)
}

function readWho(): { email: string; name: string } {
  const usage = 'expected --email somebody@example.edu --name "Their Name"'
  try {
    const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } })
    const email = normaliseEmail(values.email ?? '')
    const name = values.name?.trim() ?? ''
    if (isEmail(email) && name !== '') return { email, name }
  } catch {
    // An unknown option prints the usage too.
  }
  throw refusal(usage)
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) throw refusal('set PLACEWELL_PASSWORD, or run it in a terminal')
  const password = await askHidden('Password: ')
  if ((await askHidden('Once more: ')) !== password) throw refusal('the two passwords differ')
  return password
}

/** Reads a line without showing it. */
function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise((answer, reject) => {
    lines.once('SIGINT', () => reject(refusal('interrupted')))
    lines.question('', (line) => {
      lines.close()
      process.stdout.write('\n')
      answer(line)
    })
  })
}

async function bootstrap(
  adminUrl: string,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<void> {
  try {
    await asOwner(adminUrl, async (client) => {
      await client.query(
        `insert into public.users (email, full_name, role, status, email_verified)
         values ($1, $2, 'superadmin', 'active', true) on conflict (email) do nothing`,
        [email, name],
      )
      await client.query('select public.custom_auth_bootstrap_superadmin_password($1, $2)', [
        email,
        passwordHash,
      ])
    })
  } catch (error) {
    if ((error as { code?: string }).code !== 'PW400') throw error
    throw new StartError(`${BOOTSTRAP_FAILED}: ${email} already has a password, or belongs to someone else`)
  }
}
