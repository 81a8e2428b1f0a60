import { expect, test } from 'vitest'
import { choiceParam, definedParams, idParam, pageParam, textParam, textParams } from './search-params.ts'

test('what does not fit is ignored', () => {
  expect([textParam(' '), textParam(null), textParam({}), textParam('a'), textParam(12)]).toEqual([
    undefined,
    undefined,
    undefined,
    'a',
    '12',
  ])
  expect(textParam('x'.repeat(300))).toHaveLength(200)
  expect([choiceParam('b', ['a', 'b']), choiceParam('c', ['a', 'b']), choiceParam(1, ['a'])]).toEqual([
    'b',
    undefined,
    undefined,
  ])
  expect([
    pageParam('3'),
    pageParam(2),
    pageParam(1),
    pageParam('x'),
    pageParam(2.5),
    pageParam(1e9),
  ]).toEqual([3, 2, undefined, undefined, undefined, undefined])
  expect(idParam('1b4e28ba-2fa1-41d2-883f-0016d3cca427')).toBeDefined()
  expect([idParam('1b4e28ba'), idParam(7), idParam("' or 1=1")]).toEqual([undefined, undefined, undefined])
})

test('only what was chosen stands in the address', () => {
  expect(definedParams({ a: undefined, b: 0, c: '' })).toEqual({ b: 0, c: '' })
})

test('texts are read by their names, and what is not named is left out', () => {
  expect(textParams({ q: 'ward', on: '', other: 'x', state: 7 }, 'q on state')).toEqual({
    q: 'ward',
    state: '7',
  })
})
