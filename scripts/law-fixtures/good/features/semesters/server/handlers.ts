import type { Tx } from '#platform/server/db.ts'
import { list } from '../contract.ts'
import { isCurrent } from '../rules.ts'
import * as semesters from './sql.ts'

export const handlers = (tx: Tx) => [list, isCurrent('student'), semesters.all(tx)]
