import { getDefaultZIndex } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Toasts } from './Toasts.tsx'

// The library's arguments, exactly.
vi.mock('sonner', () => ({
  useSonner: () => ({ toasts: [] }),
  Toaster: (props: object) => JSON.stringify(props),
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

test('a toast is above a dialog and below a menu', () => {
  const { zIndex } = propsOf(<Toasts />)['style'] as { zIndex: number }
  expect(zIndex).toBeGreaterThan(getDefaultZIndex('modal'))
  expect(zIndex).toBeLessThan(getDefaultZIndex('popover'))
})
