import { expect, test } from 'vitest'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import {
  choiceParam,
  definedParams,
  idParam,
  knownParams,
  pageParam,
  textParam,
  textParams,
} from './search-params.ts'

test('ignores what does not fit', () => {
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
  const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
  expect(idParam(id)).toBe(id)
  expect([idParam('1b4e28ba'), idParam(7), idParam("' or 1=1")]).toEqual([undefined, undefined, undefined])
})

test('only what was chosen is in the address', () => {
  expect(definedParams({ a: undefined, b: 0, c: '' })).toEqual({ b: 0, c: '' })
})

test('reads texts by their names, and leaves out others', () => {
  expect(textParams({ q: 'ward', on: '', other: 'x', state: 7 }, 'q on state')).toEqual({
    q: 'ward',
    state: '7',
  })
})

test('an invalid value reaches no page, although the router passes a route what its parent was given', () => {
  const root = createRootRoute()
  const route = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { access: 'public' },
    validateSearch: (search: Record<string, unknown>) =>
      knownParams({ id: idParam(search['id']), page: pageParam(search['page']), ...textParams(search, 'q') }),
  })
  const history = createMemoryHistory({ initialEntries: ['/?id=garbage&page=-3&q=[1]&other=x'] })
  const router = createRouter({ routeTree: root.addChildren([route]), history })
  expect(router.matchRoutes(router.latestLocation).at(-1)?.search).toStrictEqual({
    id: undefined,
    page: undefined,
    q: undefined,
    other: 'x',
  })
})
