import { LoadingScreen } from './LoadingScreen.tsx'
import { MessageScreen } from './MessageScreen.tsx'
import { PlainButton } from './PlainButton.tsx'

interface RouteErrorScreenProps {
  /** 'loading' while a failed module load is being repaired by a reload. */
  variant?: 'error' | 'loading'
  /** Reloads the page by default. */
  onRefresh?: () => void
}

/** A route that failed to load (Spec §8, route errors). */
export function RouteErrorScreen({
  variant = 'error',
  onRefresh = () => window.location.reload(),
}: RouteErrorScreenProps) {
  if (variant === 'loading') return <LoadingScreen text="Loading page..." />
  return (
    <div role="alert">
      <MessageScreen
        title="Something went wrong"
        text="Please try refreshing the page or contact support if the issue persists."
        actions={<PlainButton onClick={onRefresh}>Refresh Page</PlainButton>}
      />
    </div>
  )
}
