import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** More than two concurrent runs need: each uses at most about 400 MB. */
const ROOM = 2_000_000_000

/**
 * The folder for temporary databases of a test run: in memory if Linux has room. Each database has about 1,400 files; writing and removing
 * them on a disk took most of the time of a short test file.
 */
export const testFolders = hasRoom(MEMORY) ? MEMORY : tmpdir()

/** A new folder of this prefix for databases of tests; the caller removes it. */
export function testFolder(prefix: string): string {
  return mkdtempSync(join(testFolders, prefix))
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}
