import {
  Drawer as PlainDrawer,
  type DrawerProps as PlainDrawerProps,
  Modal as PlainModal,
  type ModalProps as PlainModalProps,
} from '@mantine/core'
import { type MouseEvent, type SyntheticEvent, useEffect, useEffectEvent, useId, useRef } from 'react'

import { takeEscape } from './confirm-requests.ts'
import { useFocusBack } from './focus-back.ts'
import { mayDiscard } from './leave.ts'
import { useBlockBack } from './Link.tsx'
import { hasTyped, noteTouch } from './typed.ts'

interface Leaving {
  isTyped?: boolean
}

export type ModalProps = PlainModalProps & Leaving
export type DrawerProps = PlainDrawerProps & Leaving

/**
 * A dialog that is left, by Escape, a press next to it, its close button, the button of its form that leads back, or Back in the
 * browser: at once where nothing was typed, otherwise after asking. Not asked of what closes it by itself, as a form that was sent.
 */
function useLeaving(
  { opened, onClose, closeOnEscape = true }: Pick<PlainModalProps, 'opened' | 'onClose' | 'closeOnEscape'>,
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

/** A dialog; what was typed in it is not lost without asking. */
export function Modal({ isTyped, ...props }: ModalProps) {
  return <PlainModal {...props} {...useLeaving(props, isTyped)} />
}

/** A drawer; what was typed in it is not lost without asking. */
export function Drawer({ isTyped, ...props }: DrawerProps) {
  return <PlainDrawer {...props} {...useLeaving(props, isTyped)} />
}

/** A dialog for as long as it is rendered; when it goes, the focus returns to what asked for it. */
export function OpenModal(props: Omit<ModalProps, 'opened'>) {
  useFocusBack()
  return <Modal opened {...props} />
}

/** A drawer for as long as it is rendered; when it goes, the focus returns to what asked for it. */
export function OpenDrawer(props: Omit<DrawerProps, 'opened'>) {
  useFocusBack()
  return <Drawer opened {...props} />
}
