import type { ReactNode } from 'react'

/** Says above a queue that it is incomplete, with a retry button. */
export function LoadFailed({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <p role="alert">
      Some of your to-dos couldn’t be loaded.{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  )
}
