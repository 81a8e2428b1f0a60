import { expect, test } from 'vitest'
import { commentOf, ended, met, type TypedComment } from './typed-comment.ts'

const typing = (text: string): TypedComment => ({ ...commentOf(''), text })
/** The list has what was sent while the save runs. */
const sending = (text: string) => met({ ...typing(text), isSaving: true }, text.trim())

test('a typed comment stays after its save failed, whichever is known first: the failure or the list of before', () => {
  const kept = { text: 'Near home', last: { text: 'Near home', outcome: 'Not saved' } }
  expect(met(ended(sending('Near home'), 'Near home', false), '')).toMatchObject(kept)
  expect(ended(met(sending('Near home'), ''), 'Near home', false)).toMatchObject(kept)
})

test('a comment of another page is shown unless something typed here waits', () => {
  const saved = ended(sending('Near home '), 'Near home ', true)
  expect(saved.last).toEqual({ text: 'Near home ', outcome: 'Saved' })
  expect(met(saved, 'Nights')).toEqual(commentOf('Nights'))
  expect(met(typing('Near'), 'Nights')).toEqual(typing('Near'))
})
