// npm packages are installed and Node is new enough: `npm run match <file>` (scripts/bootstrap.mjs) ensures both.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ProblemError, readProblem } from '#features/matching/server/format.ts'
import { match } from '#features/matching/server/match.ts'

/**
 * Runs only the matching, on a file (bench/matching/README.md): prints JSON with the proof. For invalid input it prints the location and
 * exits with 1.
 */
const [file] = process.argv.slice(2)
if (file === undefined) end({ location: 'the command', message: 'Name a file: npm run match problem.json' })

let text = ''
try {
  // npm runs scripts in the project's folder; the file name is relative to the user's folder.
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
