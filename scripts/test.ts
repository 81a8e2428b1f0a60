import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { findBrowser } from './browser.ts'
import { journeysOf, testsOfSql, treeTests } from './changed.ts'
import type { Results } from './results-reporter.ts'

const home = join(import.meta.dirname, '..')
const node = process.execPath
const folder = mkdtempSync(join(tmpdir(), 'placewell-results-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

type Count = { passed: number; failed: number; skipped: number }
type Failure = { test: string; message: string }
/** The result of a step; `again` is set if failed tests may be retried. */
type Result = Count & {
  output: string
  failures?: Failure[]
  slowest?: string
  again?: () => Promise<Result>
}
type Step = { name: string; run: () => Promise<Result> }

const tsconfigs = globSync('tsconfig*.json', { cwd: home }).toSorted()

const { only, since, named } = readOptions()
const changed = since === undefined ? undefined : changedFiles(since)

/**
 * The steps of a phase share the two cores, because the browser and the database spend a third of their time waiting for each other. Checks
 * that depend on time run alone (vitest.config.ts).
 */
const PHASES: { width: number; steps: Step[] }[] = [
  {
    width: 2,
    steps: [
      // One checker: four would each compute what they share and use twice the CPU (98 s against 47), and another step uses the other core.
      check('types', ...tsconfigs.map((file) => ['tsc', '--noEmit', '--checkers', '1', '--project', file])),
      check('format', ['oxfmt', '--check', '.']),
      check('lint', ['oxlint', '--deny-warnings']),
      check('law', [node, 'scripts/law.ts']),
      check('unused', ['knip', '--no-progress']),
      vitest('rules', 'pure', {
        files: () => (changed!.length > 0 ? [...treeTests(), ...relatedTests('pure')] : []),
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

/** How many files a step lists with their time, if one took at least this long. */
const LONGEST = { files: 6, seconds: 20 }
/** More failed files than this are not caused by a busy machine, so they are not retried. */
const MAX_FILES_AGAIN = 12

if (named.length > 0) process.exit(await runNamed(named))

const total = await runAll(chosen())
const counts = [`${total.passed} passed`, `${total.failed} failed`]
if (total.skipped > 0) counts.push(`${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0
if (total.unsteady.length > 0)
  console.log(`\nPassed only when run again alone, so look at them:\n${inLines(total.unsteady)}`)
if (total.failures.length > 0) console.log(`\nFailed:\n${inLines(total.failures)}`)
console.log(`\n${counts.join(', ')}`)

/**
 * `npm test -- --only lint,types` runs only those steps; `--changed` only the tests affected by changes since the branch began; with names
 * of files, only those, where `-u` and `-t` mean what they mean to vitest.
 */
function readOptions(): { only?: string[]; since?: string; named: string[] } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        changed: { type: 'boolean' },
        update: { type: 'boolean', short: 'u' },
        testNamePattern: { type: 'string', short: 't' },
      },
    })
    const { only: steps, changed: isChanged, update, testNamePattern } = values
    const isNamed = positionals.length > 0
    if (isNamed && (isChanged || steps !== undefined)) refuse('Names of files are not combined with steps')
    if (!isNamed && (update || testNamePattern !== undefined)) refuse('-u and -t need the name of a file')
    return {
      ...(steps !== undefined && { only: steps.split(',').map((name) => name.trim()) }),
      ...(isChanged && { since: git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD' }),
      named: [
        ...positionals,
        ...(update ? ['-u'] : []),
        ...(testNamePattern === undefined ? [] : ['-t', testNamePattern]),
      ],
    }
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function refuse(why: string): never {
  console.error(`${why}. Use --changed, --only with some of the steps, or names of test files`)
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

/** The output lines of a git command; none if it fails. */
function git(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: home, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

function changedFiles(base: string): string[] {
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

/** The tests of a project that import a changed file. */
function relatedTests(project: string): string[] {
  const { stdout } = spawnSync(
    'vitest',
    ['list', '--filesOnly', `--project=${project}`, '--changed', since!],
    { cwd: home, encoding: 'utf8' },
  )
  return stdout.split('\n').flatMap((line) => /[\w./-]+\.test\.tsx?/.exec(line) ?? [])
}

/**
 * Runs the phases one after another. Tests that failed while other steps ran too are then retried alone: on a machine at a third of its
 * speed a page can time out without a defect (docs/decisions/156). Tests that pass then are named at the end.
 */
async function runAll(phases: typeof PHASES): Promise<Count & { unsteady: Failure[]; failures: Failure[] }> {
  const sum = { passed: 0, failed: 0, skipped: 0, unsteady: [] as Failure[], failures: [] as Failure[] }
  const failed: { name: string; result: Result }[] = []
  for (const { width, steps } of phases) {
    const waiting = [...steps]
    const work = async (): Promise<void> => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const result = await timed(step.name, step.run)
        sum.passed += result.passed
        sum.skipped += result.skipped
        if (result.failed > 0) failed.push({ name: step.name, result })
      }
    }
    await Promise.all(Array.from({ length: width }, work))
  }
  for (const { name, result } of failed) {
    const first = result.failures ?? [{ test: name, message: lastLines(result.output) }]
    const last = result.again ? await timed(`${name}, alone`, result.again) : result
    const stillFailed = last.failures ?? (last.failed > 0 ? first : [])
    sum.failures.push(...stillFailed)
    sum.unsteady.push(...first.filter(({ test }) => stillFailed.every((still) => still.test !== test)))
    sum.failed += last.failed
    sum.passed += Math.max(0, result.failed - last.failed)
  }
  return sum
}

function inLines(failures: Failure[]): string {
  return failures.map(({ test, message }) => `${test}\n  ${message}`).join('\n')
}

/** The end of a check's output, which says what is wrong, for readers who see only the end of a run. */
function lastLines(output: string): string {
  return withoutNoise(output).split('\n').slice(-8).join('\n  ')
}

async function timed(name: string, run: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await run()
  report(name, result, (performance.now() - began) / 1000)
  return result
}

function report(name: string, { passed, failed, output, slowest }: Result, seconds: number): void {
  const verdict = failed > 0 ? styleText('red', 'failed') : styleText('green', 'ok    ')
  const count = passed + failed > 1 ? `${passed + failed} tests` : ''
  console.log(`${name.padEnd(15)} ${verdict} ${seconds.toFixed(1).padStart(6)} s  ${count}`.trimEnd())
  if (slowest) console.log(styleText('dim', `  longest: ${slowest}`))
  if (failed > 0) console.log(`\n${withoutNoise(output)}\n`)
}

/** Removes messages of tools about themselves. */
function withoutNoise(output: string): string {
  const noise = /^(npm (notice|warn)|JSON report written|\(Use `node --trace)|ExperimentalWarning/
  return output
    .split('\n')
    .filter((line) => !noise.test(line))
    .join('\n')
    .trim()
}

/** A step of one or more commands that must all succeed; counts as one. */
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

/** A step for a project of vitest.config.ts; each of its tests counts. */
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
      const { failedFiles, ...result } = await runVitest(project, filters)
      if (failedFiles.length === 0 || failedFiles.length > MAX_FILES_AGAIN) return result
      return { ...result, again: () => runVitest(project, failedFiles, ['--maxWorkers=1']) }
    },
  }
}

async function runVitest(
  project: string,
  filters: string[],
  options: string[] = [],
): Promise<Result & { failedFiles: string[] }> {
  const file = join(folder, `${project}.json`)
  rmSync(file, { force: true })
  const command = ['vitest', 'run', `--project=${project}`, '--passWithNoTests']
  const { code, output } = await execute([...command, ...options, ...filters], { RESULTS_FILE: file })
  const found = existsSync(file) ? readResults(file) : NOTHING
  // A crash of the run itself, such as in its setup, is one failure and is not retried.
  if (code !== 0 && found.failed === 0) return { ...found, failed: 1, failures: undefined, output }
  return { ...found, output }
}

const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [], failedFiles: [] }

function readResults(file: string): Count & { failures: Failure[]; failedFiles: string[]; slowest: string } {
  const { passed, skipped, failures, files }: Results = JSON.parse(readFileSync(file, 'utf8'))
  return {
    passed,
    skipped,
    failed: failures.length,
    failures: failures.map(({ file: path, name, message }) => ({
      test: path === undefined ? name : `${path}: ${name}`,
      message,
    })),
    failedFiles: [...new Set(failures.flatMap(({ file: path }) => path ?? []))],
    slowest: files
      .filter(({ seconds }) => seconds >= LONGEST.seconds)
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, LONGEST.files)
      .map(({ file: path, seconds }) => `${path} ${Math.round(seconds)} s`)
      .join(', '),
  }
}

/** Runs the named tests as vitest itself does, with all it says; returns the exit code. */
async function runNamed(args: string[]): Promise<number> {
  const child = start(['vitest', 'run', ...args], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('error', (error) => refuse(error.message))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

async function execute(
  command: string[],
  more: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = start(command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    more: { ...more, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
  })
  let output = ''
  child.stdout?.on('data', (part) => (output += part))
  child.stderr?.on('data', (part) => (output += part))
  return new Promise((resolve) => {
    const end = (code: number, why = ''): void => resolve({ code, output: output + why })
    child.once('error', (error) => end(1, error.message))
    child.once('close', (code) => end(code ?? 1))
  })
}

/** Starts a program that ends with this one. */
function start(
  [program = '', ...args]: string[],
  { stdio, more }: { stdio: StdioOptions; more?: Record<string, string> },
): ChildProcess {
  const quiet = `${process.env['NODE_OPTIONS'] ?? ''} --disable-warning=ExperimentalWarning`.trim()
  const child = spawn(program, args, {
    cwd: home,
    stdio,
    env: { ...process.env, ...more, NODE_OPTIONS: quiet },
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}
