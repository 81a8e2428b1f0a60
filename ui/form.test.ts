import { expect, test } from 'vitest'
import * as z from 'zod'
import { fieldErrorsOf, schemaErrors } from './form.ts'

const schema = z
  .object({
    name: z
      .string()
      .min(1, 'Enter a name.')
      .regex(/^[A-Z]/, 'Begin with a capital.'),
    breaks: z.array(z.object({ date: z.iso.date('Enter a date.') })),
  })
  .refine((value) => value.breaks.length < 2, 'Too many breaks.')

test('each field has its first message, its path joined by dots', () => {
  expect(schemaErrors(schema, { name: '', breaks: [{ date: 'x' }] })).toEqual({
    name: 'Enter a name.',
    'breaks.0.date': 'Enter a date.',
  })
})

test('a message about the whole belongs to no field', () => {
  const breaks = [{ date: '2026-09-07' }, { date: '2026-09-08' }]
  expect(schemaErrors(schema, { name: 'Fall', breaks })).toEqual({ '': 'Too many breaks.' })
})

test('valid values have no errors', () => {
  expect(schemaErrors(schema, { name: 'Fall', breaks: [] })).toEqual({})
})

test('field errors are read from an answer that has some, and from nothing else', () => {
  expect(fieldErrorsOf({ data: { fieldErrors: { name: 'Taken.', other: 3 } } })).toEqual({ name: 'Taken.' })
  for (const error of [
    undefined,
    null,
    new Error('x'),
    { data: null },
    { data: { fieldErrors: {} } },
    'text',
  ])
    expect(fieldErrorsOf(error)).toBeUndefined()
})
