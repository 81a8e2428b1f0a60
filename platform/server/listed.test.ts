import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { statementOf } from './db.ts'
import { listed } from './listed.ts'

it('writes its values into the statement, quoted, and none as a parameter', () => {
  const { text, values } = statementOf(sql`select status in ${listed(['full', "it's"])}`)
  expect(text).toBe("select status in ('full', 'it''s')")
  expect(values).toEqual([])
})
