// npm packages are installed and Node is new enough: `npm run seed …` (scripts/bootstrap.mjs) ensures both.
import { parseArgs } from 'node:util'
import { type Scenario, seed } from '#database/seed.ts'
import { readConfig } from '#platform/server/config.ts'
import { openObjectStore } from '#platform/server/object-store.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { loadSecrets } from '#platform/server/secrets.ts'
import { endInOrder, fail, StartError } from './ending.ts'
import { type Installation, openDatabase } from './installation.ts'

const usage =
  'expected npm run seed demo, or npm run seed national [--scale 0.01] (all of it: about 2 GB in some minutes)'

/**
 * Fills an empty database with a named scenario (demo, national) and prints how long it took. A database with people is left unchanged:
 * choose another DATA_DIR or DATABASE_URL.
 */
let database: Pick<Installation, 'adminUrl' | 'close'> | undefined
try {
  const { name, scale } = readWhat()
  // The database stays empty until the chosen scenario fills it.
  const config = { ...readConfig(process.env), isDemo: false }
  const secrets = loadSecrets(config.dataDir, process.env)
  endInOrder(async () => database?.close())
  database = await openDatabase(config, secrets)
  const began = performance.now()
  const passwords = new PasswordHasher({ pepper: secrets.pepper })
  const isDone = await seed(name, {
    adminUrl: database.adminUrl,
    passwords,
    saltKey: secrets.saltKey,
    objects: openObjectStore(config, process.env),
    appUrl: config.appUrl,
    scale,
    isWhole: true,
    log: console.log,
  })
  await database.close()
  if (!isDone)
    throw new StartError(
      'There is something in this database already. Nothing was written: seed an empty one (DATA_DIR or DATABASE_URL).',
    )
  console.log(`The ${name} data are there after ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
  process.exit(0)
} catch (error) {
  await database?.close()
  fail(error)
}

function readWhat(): { name: Scenario; scale: number } {
  try {
    const { values, positionals } = parseArgs({
      options: { scale: { type: 'string', default: '1' } },
      allowPositionals: true,
    })
    const [name] = positionals
    const scale = Number(values.scale)
    if ((name === 'demo' || name === 'national') && positionals.length === 1 && scale > 0 && scale <= 1)
      return { name, scale }
  } catch {
    // An unknown option prints the usage too.
  }
  throw new StartError(usage)
}
