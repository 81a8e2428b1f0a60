import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** The results of a Vitest run: paths relative to the project's folder, times in seconds. */
export type Results = {
  passed: number
  skipped: number
  /** One for each failed test, each file that couldn't be loaded and each error that no test awaited. */
  failures: { file?: string; name: string; message: string }[]
  files: { file: string; seconds: number }[]
}

/**
 * Writes the {@link Results} as JSON to the file in RESULTS_FILE. Vitest's own JSON omits errors that no test awaited, though they fail the
 * run.
 */
export class ResultsReporter implements Reporter {
  #home = ''

  onInit(vitest: Vitest): void {
    this.#home = vitest.config.root
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const results: Results = { passed: 0, skipped: 0, failures: [], files: [] }
    for (const module of modules) {
      const file = relative(this.#home, module.moduleId)
      results.files.push({ file, seconds: module.diagnostic().duration / 1000 })
      let hasFailed = false
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') results.passed += 1
        else if (state === 'failed') {
          hasFailed = true
          results.failures.push({ file, name: test.fullName, message: firstLine(errors?.[0]) })
        } else results.skipped += 1
      }
      if (module.state() === 'failed' && !hasFailed)
        results.failures.push({ file, name: 'the file itself', message: firstLine(errorOf(module)) })
    }
    for (const error of unhandled) {
      const file = (error as { VITEST_TEST_PATH?: string }).VITEST_TEST_PATH
      results.failures.push({
        ...(file !== undefined && { file: relative(this.#home, file) }),
        name: 'an error that no test waited for',
        message: firstLine(error),
      })
    }
    writeFileSync(process.env['RESULTS_FILE']!, JSON.stringify(results))
  }
}

const errorOf = (module: TestModule): unknown =>
  module.errors()[0] ?? [...module.children.allSuites()].flatMap((suite) => suite.errors())[0]

function firstLine(error: unknown): string {
  const { name, message } = (error ?? {}) as { name?: string; message?: string }
  return `${name ?? 'Error'}: ${(message ?? String(error)).split('\n')[0]}`.slice(0, 300)
}
