import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { findBrowser } from './browser.ts'
import { journeysOf, testsOfSql, TREE_TESTS } from './changed.ts'

const home = join(import.meta.dirname, '..')
const node = process.execPath
const folder = mkdtempSync(join(tmpdir(), 'placewell-results-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

type Count = { passed: number; failed: number; skipped: number }
type Result = Count & { output: string }
type Step = { name: string; run: () => Promise<Result> }

const tsconfigs = globSync('tsconfig*.json', { cwd: home }).toSorted()

const { only, since } = readOptions()
const changed = since === undefined ? undefined : changedFiles(since)

/**
 * The steps of a phase share the two cores: a third of what the browser and the database take is waiting for one another. The
 * trials of bench/reliability judge time, so they have the machine to themselves.
 */
const PHASES: { width: number; steps: Step[] }[] = [
  {
    width: 2,
    steps: [
      check('types', ...tsconfigs.map((file) => ['tsc', '--noEmit', '--project', file])),
      check('format', ['oxfmt', '--check', '.']),
      check('lint', ['oxlint', '--deny-warnings']),
      check('law', [node, 'scripts/law.ts']),
      check('unused', ['knip', '--no-progress']),
      vitest('rules', 'pure', {
        files: () => (changed!.length > 0 ? [...TREE_TESTS, ...relatedTests('pure')] : []),
      }),
      check('build', [node, 'scripts/build.ts']),
    ],
  },
  {
    width: 2,
    steps: [
      vitest('browser', 'e2e', { needsBrowser: true, files: () => journeysOf(changed!) }),
      vitest('database', 'db', { files: () => [...relatedTests('db'), ...testsOfSql(changed!)] }),
    ],
  },
  { width: 1, steps: [vitest('trials', 'trials', { files: () => relatedTests('trials') })] },
]

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(128 + constants.signals[signal])
  })

const total = await runAll(chosen())
const counts = [`${total.passed} passed`, `${total.failed} failed`]
if (total.skipped > 0) counts.push(`${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${counts.join(', ')}`)

/** `npm test -- --only lint,types` runs those steps alone; `--changed` only the tests that changes since the branch began concern. */
function readOptions(): { only?: string[]; since?: string } {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, changed: { type: 'boolean' } } })
    return {
      ...(values.only !== undefined && { only: values.only.split(',').map((name) => name.trim()) }),
      ...(values.changed && { since: git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD' }),
    }
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function refuse(why: string): never {
  console.error(`${why}. Use --changed, or --only with some of the steps`)
  process.exit(2)
}

function chosen(): typeof PHASES {
  if (only === undefined) return PHASES
  const names = PHASES.flatMap(({ steps }) => steps.map(({ name }) => name))
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined) refuse(`There is no step "${unknown}" (${names.join(', ')})`)
  return PHASES.map(({ width, steps }) => ({
    width,
    steps: steps.filter(({ name }) => only.includes(name)),
  }))
}

/** The lines that git answers with; none where it fails. */
function git(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: home, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

function changedFiles(base: string): string[] {
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

/** The tests of a project that import something changed. */
function relatedTests(project: string): string[] {
  const { stdout } = spawnSync(
    'vitest',
    ['list', '--filesOnly', `--project=${project}`, '--changed', since!],
    { cwd: home, encoding: 'utf8' },
  )
  return stdout.split('\n').flatMap((line) => /[\w./-]+\.test\.tsx?/.exec(line) ?? [])
}

async function runAll(phases: typeof PHASES): Promise<Count> {
  const sum: Count = { passed: 0, failed: 0, skipped: 0 }
  for (const { width, steps } of phases) {
    const waiting = [...steps]
    const work = async (): Promise<void> => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const began = performance.now()
        const result = await step.run()
        sum.passed += result.passed
        sum.failed += result.failed
        sum.skipped += result.skipped
        report(step.name, result, (performance.now() - began) / 1000)
      }
    }
    await Promise.all(Array.from({ length: width }, work))
  }
  return sum
}

function report(name: string, { passed, failed, output }: Result, seconds: number): void {
  const verdict = failed > 0 ? styleText('red', 'failed') : styleText('green', 'ok    ')
  const count = passed + failed > 1 ? `${passed + failed} tests` : ''
  console.log(`${name.padEnd(10)} ${verdict} ${seconds.toFixed(1).padStart(6)} s  ${count}`.trimEnd())
  if (failed > 0) console.log(`\n${withoutNoise(output)}\n`)
}

/** What tools say about themselves. */
function withoutNoise(output: string): string {
  const noise = /^(npm (notice|warn)|JSON report written|\(Use `node --trace)|ExperimentalWarning/
  return output
    .split('\n')
    .filter((line) => !noise.test(line))
    .join('\n')
    .trim()
}

/** One or more commands that must all succeed; counts as one. */
function check(name: string, ...commands: string[][]): Step {
  return {
    name,
    async run() {
      for (const command of commands) {
        const { code, output } = await execute(command)
        if (code !== 0) return { passed: 0, failed: 1, skipped: 0, output }
      }
      return { passed: 1, failed: 0, skipped: 0, output: '' }
    },
  }
}

/** A project of vitest.config.ts; each of its tests counts. */
function vitest(
  name: string,
  project: string,
  { needsBrowser = false, files }: { needsBrowser?: boolean; files: () => string[] },
): Step {
  return {
    name,
    async run() {
      const filters = changed === undefined ? [] : files()
      if (changed && filters.length === 0) return { passed: 0, failed: 0, skipped: 0, output: '' }
      try {
        if (needsBrowser) process.env['CHROME_PATH'] = findBrowser(console.log, { isBare: true })
      } catch (error) {
        return { passed: 0, failed: 1, skipped: 0, output: (error as Error).message }
      }
      const file = join(folder, `${project}.json`)
      const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
      const { code, output } = await execute([
        'vitest',
        'run',
        `--project=${project}`,
        '--passWithNoTests',
        ...reporters,
        ...filters,
      ])
      const count = readCount(file)
      // A crash outside of any test, such as in the set-up, is one failure of its own.
      if (code !== 0 && count.failed === 0) count.failed = 1
      return { ...count, output }
    },
  }
}

function readCount(file: string): Count {
  type Report = {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: { status: string; assertionResults: { status: string }[] }[]
  }
  try {
    const results: Report = JSON.parse(readFileSync(file, 'utf8'))
    const broken = results.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    )
    return {
      passed: results.numPassedTests,
      failed: results.numFailedTests + broken.length,
      skipped: results.numPendingTests + results.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

async function execute([program = '', ...args]: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --disable-warning=ExperimentalWarning`.trim(),
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
    },
  })
  running.add(child)
  let output = ''
  child.stdout.on('data', (part) => (output += part))
  child.stderr.on('data', (part) => (output += part))
  return new Promise((resolve) => {
    const end = (code: number, more = ''): void => {
      running.delete(child)
      resolve({ code, output: output + more })
    }
    child.once('error', (error) => end(1, error.message))
    child.once('close', (code) => end(code ?? 1))
  })
}
