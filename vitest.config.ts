import { defineConfig } from 'vitest/config'

const ours = ['node_modules/**', 'dist/**', '.data/**', 'scripts/law-fixtures/**']

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'pure', include: ['**/*.test.{ts,tsx}'], exclude: [...ours, '**/*.db.test.ts'] } },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: ours,
          globalSetup: ['database/test-server.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/setup.ts'],
          setupFiles: ['e2e/each-file.ts'],
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
