// npm packages are installed and Node is new enough: `node scripts/bootstrap.mjs verify-audit` ensures both.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { formatNumber } from '#core/number-text.ts'
import { withChainReader } from '#features/audit/server/public.ts'
import { readConfig } from '#platform/server/config.ts'
import { loadSecrets } from '#platform/server/secrets.ts'
import { fail, StartError } from './ending.ts'
import { openDatabase } from './installation.ts'

/**
 * Checks every chain of the audit trail (docs/decisions/049): prints what is missing or altered, starting with the first of each chain, and
 * exits with 1 if anything is. `--heads FILE` also compares with the heads stored there last time, and writes the current ones.
 */
try {
  const { values } = readOptions()
  const config = readConfig(process.env)
  const database = await openDatabase(config, loadSecrets(config.dataDir, process.env))
  const faults: string[] = []
  try {
    await withChainReader(database.adminUrl, async ({ chains, faultsOf, digestAt }) => {
      const all = await chains()
      const known = readHeads(values.heads)
      for (const { chain, name } of all) {
        const found = await faultsOf(chain)
        faults.push(...found.map((fault) => `${name}: ${fault}`))
      }
      for (const [chain, { seq, digest }] of Object.entries(known)) {
        const present = await digestAt(chain, seq)
        if (present !== digest)
          faults.push(
            `${chain}: block ${seq} was ${digest} when the heads were written, and is ${present ?? 'gone'}`,
          )
      }
      const rows = all.reduce((sum, each) => sum + each.rows, 0)
      console.log(`${all.length} chains with ${formatNumber(rows)} sealed rows checked.`)
      if (values.heads && faults.length === 0)
        writeFileSync(
          values.heads,
          `${JSON.stringify(Object.fromEntries(all.map(({ chain, seq, digest }) => [chain, { seq, digest }])), null, 2)}\n`,
        )
    })
  } finally {
    await database.close()
  }
  for (const fault of faults) console.error(fault)
  if (faults.length === 0) console.log('Nothing is missing and nothing was altered.')
  process.exit(faults.length === 0 ? 0 : 1)
} catch (error) {
  fail(error)
}

function readOptions(): { values: { heads?: string } } {
  try {
    return parseArgs({ options: { heads: { type: 'string' } } }) as { values: { heads?: string } }
  } catch {
    throw new StartError('expected verify-audit [--heads FILE]')
  }
}

function readHeads(file: string | undefined): Record<string, { seq: number; digest: string }> {
  if (!file || !existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, { seq: number; digest: string }>
  } catch {
    throw new StartError(`${file} cannot be read as the heads of the chains`)
  }
}
