import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

/**
 * Runs all measurements in order, each in a separate process: calls, screens, promises. Ends with one line for each; exits with 1 if one
 * failed. `--quick` uses small data and short runs; `--only r09,api` selects.
 */
const home = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const only = args[args.indexOf('--only') + 1]?.split(',') ?? []
const isChosen = (file: string): boolean =>
  !args.includes('--only') || only.some((part) => file.includes(part))

/** Other files are libraries, or run by a measurement. */
const isMeasurement = (file: string): boolean => {
  const text = readFileSync(join(home, file), 'utf8')
  return text.includes('import.meta.main') || !/^export /m.test(text)
}
const later = ['screens', 'reliability']
const turnOf = (file: string): number => later.findIndex((folder) => file.includes(`/${folder}/`))

const scripts = globSync('bench/*/*.ts', { cwd: home, exclude: ['**/*.test.ts', '**/*-worker.ts'] })
  .toSorted()
  .filter(isMeasurement)
  .toSorted((a, b) => turnOf(a) - turnOf(b))
  .filter(isChosen)

const busy = loadavg()[0]!
if (busy > cpus().length / 2)
  console.log(
    `This machine is busy (${busy.toFixed(1)} on ${cpus().length} cores): the figures say less than they could.`,
  )

const verdicts: string[] = []
for (const script of scripts) {
  console.log(`\n## node ${script}${isQuick ? ' --quick' : ''}`)
  const began = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, ...(isQuick ? ['--quick'] : [])],
    {
      cwd: home,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const [code] = await once(child, 'exit')
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  verdicts.push(`${code === 0 ? 'holds ' : 'FAILED'} ${script} (${seconds} s)`)
  if (code !== 0) process.exitCode = 1
}
console.log(`\n${verdicts.join('\n')}`)
