import { LoadingScreen } from './LoadingScreen.tsx'
import { MessageScreen } from './MessageScreen.tsx'
import { PlainButton } from './PlainButton.tsx'

interface RouteErrorScreenProps {
  /** 'loading' while a reload repairs a failed module load, 'offline' if that cannot work now. */
  variant?: 'error' | 'loading' | 'offline'
  /** Reloads the page by default. */
  onRefresh?: () => void
  /** If set, "Report This Error" is offered. */
  onReport?: () => void
}

/** A route that failed to load (Spec §8, route errors). */
export function RouteErrorScreen({
  variant = 'error',
  onRefresh = () => window.location.reload(),
  onReport,
}: RouteErrorScreenProps) {
  if (variant === 'loading') return <LoadingScreen text="Loading page..." />
  if (variant === 'offline')
    return (
      <div role="alert">
        <MessageScreen
          title="You’re offline"
          text="This page hasn’t been opened on this device before. Try again when you’re back online, or go back to the page you had open."
          actions={<PlainButton onClick={() => navigator.onLine && onRefresh()}>Try again</PlainButton>}
        />
      </div>
    )
  return (
    <div role="alert">
      <MessageScreen
        title="Something went wrong"
        text="Please try refreshing the page or contact support if the issue persists."
        actions={
          <>
            <PlainButton onClick={onRefresh}>Refresh Page</PlainButton>
            {onReport && (
              <PlainButton variant="subtle" onClick={onReport}>
                Report This Error
              </PlainButton>
            )}
          </>
        }
      />
    </div>
  )
}
