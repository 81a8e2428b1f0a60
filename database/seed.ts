import { loadReference } from './reference.ts'
import { seedDemo } from './seeds/demo.ts'
import { seedNational } from './seeds/national.ts'
import type { SeedTarget } from './seeds/target.ts'

const scenarios = { demo: seedDemo, national: seedNational }
export type Scenario = keyof typeof scenarios

/** Fills an empty database with a named scenario; returns false and does nothing if it already has a person. */
export async function seed(name: Scenario, target: SeedTarget): Promise<boolean> {
  await loadReference(target.adminUrl)
  return scenarios[name](target)
}
