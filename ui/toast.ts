import { createLazyHost } from './lazy-host.ts'

export const toastHost = createLazyHost()

async function sonner() {
  const [{ toast: show }] = await Promise.all([import('sonner'), toastHost.wake()])
  return show
}

/** Brief messages after an action (Spec §8, §9): success, error with its cause, information, and success that can be undone. */
export const toast = {
  success(title: string, description?: string) {
    void sonner().then((show) => show.success(title, { description }))
  },
  error(title: string, description?: string) {
    void sonner().then((show) => show.error(title, { description }))
  },
  warning(title: string, description?: string, next?: { label: string; onPress: () => void }) {
    const action = next && { label: next.label, onClick: next.onPress }
    void sonner().then((show) => show.warning(title, { description, action }))
  },
  info(title: string, description?: string) {
    void sonner().then((show) => show.info(title, { description }))
  },
  /** With next steps, the likelier first; at most two. */
  next(
    title: string,
    [first, second]: readonly { label: string; onPress: () => void }[],
    description?: string,
  ) {
    void sonner().then((show) =>
      show.success(title, {
        description,
        ...(first && { action: { label: first.label, onClick: first.onPress } }),
        ...(second && { cancel: { label: second.label, onClick: second.onPress } }),
      }),
    )
  },
  /** Returns a function that hides the message once it is too late to undo. */
  undo(title: string, onUndo: () => void, label = 'Undo'): () => void {
    const shown = sonner().then(
      (show) => [show, show.success(title, { action: { label, onClick: onUndo } })] as const,
    )
    return () => void shown.then(([show, id]) => show.dismiss(id))
  },
}
