import { expect, test, vi } from 'vitest'
import { whenVisible } from './when-visible.ts'

const pageThatIs = (hidden: boolean) => Object.assign(new EventTarget(), { hidden })
const turn = (page: ReturnType<typeof pageThatIs>, hidden: boolean) => {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

test('calls it once, at once, in a tab that is shown', () => {
  const act = vi.fn<() => void>()
  const page = pageThatIs(false)
  whenVisible(act, page as never)
  expect(act).toHaveBeenCalledOnce()
  turn(page, true)
  turn(page, false)
  expect(act).toHaveBeenCalledOnce()
})

test('waits in a hidden tab until it is shown', () => {
  const act = vi.fn<() => void>()
  const page = pageThatIs(true)
  whenVisible(act, page as never)
  turn(page, true)
  expect(act).not.toHaveBeenCalled()
  turn(page, false)
  expect(act).toHaveBeenCalledOnce()
})

test('never calls what was canceled while hidden', () => {
  const act = vi.fn<() => void>()
  const page = pageThatIs(true)
  whenVisible(act, page as never)()
  turn(page, false)
  expect(act).not.toHaveBeenCalled()
})
