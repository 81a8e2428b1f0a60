import type { Tx } from '#platform/server/db.ts'
import { list } from '../contract.ts'
import { isCurrent } from '../rules.ts'
import { all } from './queries/all.ts'

export const handlers = (tx: Tx) => [list, isCurrent('student'), all(tx)]
