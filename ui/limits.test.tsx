import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Tip, TipProvider } from './Tip.tsx'
import { Toasts } from './Toasts.tsx'

// What the two libraries are given, word for word.
vi.mock('sonner', () => ({ Toaster: (props: object) => JSON.stringify(props) }))
vi.mock('@radix-ui/react-tooltip', () => ({
  Provider: (props: object) => JSON.stringify({ ...props, children: undefined }),
}))

const propsOf = (element: React.ReactElement) =>
  JSON.parse(renderToStaticMarkup(element).replaceAll('&quot;', '"')) as Record<string, unknown>

test('three toasts at most, 4000 ms each, 356 px wide, 14 px apart (Spec §9)', () => {
  expect(propsOf(<Toasts />)).toMatchObject({
    visibleToasts: 3,
    duration: 4_000,
    gap: 14,
    style: { '--width': '356px' },
  })
})

test('a tip comes after 700 ms, its neighbour after 300 (Spec §9)', () => {
  expect(propsOf(<TipProvider>x</TipProvider>)).toEqual({ delayDuration: 700, skipDelayDuration: 300 })
})

test('a tip without words is only what it stands on', () => {
  const bare = <button type="button">Save</button>
  expect(renderToStaticMarkup(<Tip label="">{bare}</Tip>)).toBe(renderToStaticMarkup(bare))
})
