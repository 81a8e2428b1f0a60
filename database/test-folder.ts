import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** More than two runs at a time need: a run keeps some 400 MB there at most. */
const ROOM = 2_000_000_000

/**
 * Where a test run keeps the databases that end with it: in memory where Linux has room. Each is some 1,400 files, and to
 * write and remove those took most of the time of a short test file on a disk.
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
