import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ResultsReporter } from './scripts/results-reporter.ts'

const ours = ['node_modules/**', 'dist/**', '.data/**', 'scripts/law-fixtures/**']

/** What takes longest begins first, or it would run on alone at the end; short files, but every page of the product. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/e2e\/pages/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Trials that judge how long people wait: nothing may run beside them. */
const JUDGE_TIME = ['bench/reliability/{r06,r11,r21}-*.db.test.ts']

/** Room for what is young: with Node's 16 MB its collection took a tenth of the processor of a run. */
const YOUNG_ROOM = ['--max-semi-space-size=64']

const ON_A_DATABASE = {
  globalSetup: ['database/test-server.ts'],
  // A worker keeps what it has loaded; each file has a database of its own all the same.
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
          // A test whose assertions all stand in a loop over nothing proves nothing: it fails.
          expect: { requireAssertions: true },
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ours, '**/*.db.test.ts'],
          setupFiles: ['scripts/each-rules-file.ts'],
          // A worker keeps what it has loaded: a process of its own for each file cost two fifths of the processor.
          isolate: false,
          // One would take twice as long where the steps beside it are done.
          maxWorkers: 2,
          // Where they run with those of the database, in a group of their own: it has another number of workers.
          sequence: { groupOrder: 1 },
          // However busy the machine: those that read the whole tree took longer than ten seconds on one at ten times its load.
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
          // Three: they wait for what they have killed or held up to come back.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/setup.ts'],
          setupFiles: ['e2e/each-file.ts'],
          // A worker keeps what it has loaded; each file has a product of its own all the same.
          isolate: false,
          execArgv: YOUNG_ROOM,
          // Two: with three the run is no shorter, both processors are busy throughout.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page may take its time: what a journey looks for comes within this, or not at all.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
