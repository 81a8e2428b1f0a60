// npm packages are there and Node is new enough: `npm run match <file>` (scripts/bootstrap.mjs) sees to both.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ProblemError, readProblem } from '#features/matching/server/format.ts'
import { match } from '#features/matching/server/match.ts'

/**
 * The matching alone, on a file (bench/matching/README.md): answers in JSON with the proof. What cannot be read is answered with
 * its location and status 1.
 */
const [file] = process.argv.slice(2)
if (file === undefined) end({ location: 'the command', message: 'Name a file: npm run match problem.json' })

let text = ''
try {
  // npm runs scripts in the project's folder; the name is meant from where the person is.
  text = readFileSync(resolve(process.env['INIT_CWD'] ?? process.cwd(), file), 'utf8')
} catch {
  end({ location: file, message: 'There is no file at this path that can be read.' })
}

try {
  console.log(JSON.stringify(await match(readProblem(text)), null, 2))
} catch (error) {
  if (!(error instanceof ProblemError)) throw error
  end({ location: error.location, message: error.message })
}

function end(error: { location: string; message: string }): never {
  console.log(JSON.stringify({ error }, null, 2))
  process.exit(1)
}
