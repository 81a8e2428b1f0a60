import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError } from './config.ts'

/**
 * Creates the installation's folder (mode 0700) and its parents, and returns its full path. Throws a one-line ConfigError if something else
 * has that name or the folder cannot be written.
 */
export function makeDataDir(dataDir: string): string {
  const home = resolve(dataDir)
  try {
    makeFolder(home)
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
    return home
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${home} ${reasonOf(error)}; set it to a folder that can be written`)
  }
}

/** Not `recursive: true`, with which Node never returns if the system reports an existing parent as missing (/proc). */
function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error(), { code: 'ENOTDIR' })
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process created it at the same moment.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'is not a folder, or lies below a file'
  if (code === 'EROFS') return 'is on a read-only disk'
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be written by this user'
  return `cannot be made (${code})`
}
