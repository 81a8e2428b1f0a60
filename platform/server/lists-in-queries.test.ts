import { expect, it } from 'vitest'
import * as z from 'zod'
import { withLists } from './lists-in-queries.ts'

const schema = z.object({
  status: z.array(z.string()).default([]),
  ids: z.array(z.string()).optional(),
  search: z.string().default(''),
})

it('turns one entry of a list into a list, and leaves other parameters unchanged', () => {
  expect(withLists({ status: 'draft', ids: 'a', search: 'b' }, schema)).toEqual({
    status: ['draft'],
    ids: ['a'],
    search: 'b',
  })
  for (const input of [{ status: ['draft'] }, {}, undefined, null, 'x', { search: 'status' }])
    expect(withLists(input, schema)).toBe(input)
  expect(withLists({ status: 'draft' }, z.string())).toEqual({ status: 'draft' })
})
