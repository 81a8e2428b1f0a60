import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ResultsReporter } from './scripts/results-reporter.ts'

const ours = ['node_modules/**', 'dist/**', '.data/**', 'scripts/law-fixtures/**']

/** Starts the tests of all pages first: their files are short but take longest, and would otherwise run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/e2e\/pages/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Tests that measure how long people wait: nothing may run at the same time. */
const JUDGE_TIME = ['bench/reliability/{r06,r11,r21}-*.db.test.ts']

/** Memory for young objects: with Node's 16 MB, garbage collection took a tenth of the CPU time of a run. */
const YOUNG_ROOM = ['--max-semi-space-size=64']

const ON_A_DATABASE = {
  globalSetup: ['database/test-server.ts'],
  // A worker keeps loaded modules; each file still has a database of its own.
  isolate: false,
  execArgv: YOUNG_ROOM,
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Set by npm test (scripts/test.ts), which reports each step itself.
    ...(process.env['RESULTS_FILE'] && { reporters: ['dot', new ResultsReporter()] }),
    projects: [
      {
        test: {
          name: 'pure',
          // A test whose assertions are all in a loop over an empty list proves nothing, so it fails.
          expect: { requireAssertions: true },
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ours, '**/*.db.test.ts'],
          setupFiles: ['scripts/each-rules-file.ts'],
          // A worker keeps loaded modules: a process for each file took two fifths of the CPU time.
          isolate: false,
          // One worker would take twice as long when the steps next to it are done.
          maxWorkers: 2,
          // In a group of their own when they run with the database tests, because their number of workers differs.
          sequence: { groupOrder: 1 },
          // For a busy machine: tests that read the whole tree took longer than ten seconds at ten times its load.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'db',
          expect: { requireAssertions: true },
          include: ['**/*.db.test.ts'],
          exclude: [...ours, ...JUDGE_TIME],
          ...ON_A_DATABASE,
          // Two: half of the time of one is spent waiting for the database.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'trials',
          expect: { requireAssertions: true },
          include: JUDGE_TIME,
          ...ON_A_DATABASE,
          // Three: they wait for processes that they killed or held up.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/setup.ts'],
          setupFiles: ['e2e/each-file.ts'],
          // A worker keeps loaded modules; each file still has a server of its own.
          isolate: false,
          execArgv: YOUNG_ROOM,
          // Two: with three the run is no shorter, because both CPUs are always busy.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page may be slow: what a journey looks for appears within this time, or not at all.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
