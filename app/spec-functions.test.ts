import { expect, test } from 'vitest'
import { contract } from './contract.ts'

/** The functions of Spec §7. */
const names = [
  'send-email',
  'system-health',
  'background-task',
  'get-task-status',
  'database-maintenance',
  'get-system-config',
  'update-system-config',
  'get-system-logs',
  'get-facility-hierarchy',
  'get-user-facility-permissions',
  'validate-facility-hierarchy',
  'update-facility-hierarchy',
]

test('every function answers at its name, by POST (Spec §7)', () => {
  const calls = Object.values(contract).flatMap((feature) => Object.values(feature))
  const routes = calls.map((call) => ('~orpc' in call ? call['~orpc'].route : {}))
  const served = routes.flatMap(({ method, path }) =>
    method === 'POST' && path?.startsWith('/functions/') ? [path.slice('/functions/'.length)] : [],
  )
  expect(served.toSorted()).toEqual(names.toSorted())
})
