import type { ModalProps } from '@mantine/core'
import { type MouseEvent, type SyntheticEvent, useEffect, useEffectEvent, useId, useRef } from 'react'

import { takeEscape } from './confirm-requests.ts'
import { mayDiscard } from './leave.ts'
import { useBlockBack } from './Link.tsx'
import { hasTyped, noteTouch } from './typed.ts'

export interface Leaving {
  isTyped?: boolean
}

/**
 * A dialog that is left, by Escape, a press next to it, its close button, the button of its form that leads back, or Back in the
 * browser: at once where nothing was typed, otherwise after asking. Not asked of what closes it by itself, as a form that was sent.
 */
export function useLeaving(
  { opened, onClose, closeOnEscape = true }: Pick<ModalProps, 'opened' | 'onClose' | 'closeOnEscape'>,
  isTyped = false,
) {
  const id = useId()
  const isLeaving = useRef(false)
  const dialog = () => document.getElementById(id)?.querySelector('[role="dialog"]') ?? undefined
  const wouldLose = () => isTyped || (dialog() !== undefined && hasTyped(dialog()!))

  async function ask(leave: () => void): Promise<void> {
    if (wouldLose() && !(await mayDiscard())) return
    isLeaving.current = true
    leave()
    isLeaving.current = false
  }
  const close = useEffectEvent(() => closeOnEscape && void ask(onClose))
  const owns = useEffectEvent((target: Element) => dialog()?.contains(target) ?? false)
  useEffect(
    () =>
      opened
        ? takeEscape(
            () => close(),
            (target) => owns(target),
          )
        : undefined,
    [opened],
  )
  useBlockBack(opened, wouldLose)

  function askBefore(event: MouseEvent<HTMLElement>): void {
    const button = (event.target as Element).closest<HTMLElement>('[data-leaves]')
    if (!button || isLeaving.current || !event.currentTarget.contains(button) || !wouldLose()) return
    event.stopPropagation()
    event.preventDefault()
    void ask(() => button.click())
  }
  const note = ({ target, type }: SyntheticEvent) => noteTouch({ target, type })
  return {
    id,
    onClose: () => void ask(onClose),
    closeOnEscape: false, // takeEscape
    onFocusCapture: note,
    onPointerDownCapture: note,
    onKeyDownCapture: note,
    onInputCapture: note,
    onClickCapture: askBefore,
  }
}
