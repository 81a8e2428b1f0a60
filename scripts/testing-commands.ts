import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Runs one of the commands in this folder to its end, as in a shell: with an environment of only a data folder and the given settings. Its
 * code is compiled once for all tests, as with npm start.
 */
export function runCommand(
  script: string,
  args: readonly string[],
  { dataDir, env = {}, cwd }: { dataDir: string; env?: Record<string, string>; cwd?: string },
): { code: number | null; said: string } {
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, script), ...args],
    {
      encoding: 'utf8',
      input: '',
      cwd,
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../.data/compiled'),
        DATA_DIR: dataDir,
        DEMO: 'off',
        ...env,
      },
    },
  )
  return { code: status, said: `${stdout}${stderr}`.trim() }
}
