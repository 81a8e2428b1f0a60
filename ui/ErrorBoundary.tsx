import { Component, type ErrorInfo, type ReactNode } from 'react'

import { MessageScreen } from './MessageScreen.tsx'
import { PlainButton } from './PlainButton.tsx'

/** What the boundary says after this many retries: one text up to the second, another after more than 2 (Spec §8). */
export function boundaryText(retries: number): string {
  return retries > 2
    ? "We're having trouble loading this page. Please try refreshing or go back to the home page."
    : 'An error occurred while loading this page. Please try again.'
}

interface ErrorBoundaryProps {
  /** By default a page load of the home page. */
  onHome?: () => void
  /** If set, "Report This Error" is offered. */
  onReport?: (error: Error) => void
  /** What to show for an error that is not the page's fault, such as a lost connection; undefined for all others. */
  screenFor?: (error: Error) => ReactNode
  /** Called with each caught error. */
  onError?: (error: Error, info: ErrorInfo) => void
  children: ReactNode
}

interface ErrorBoundaryState {
  error: Error | undefined
  retries: number
}

/** Catches what a page throws while rendering; Try Again increments a counter that changes the advice (Spec §4, §8). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined, retries: 0 }

  static getDerivedStateFromError(thrown: unknown): Partial<ErrorBoundaryState> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info)
  }

  retry = () => this.setState(({ retries }) => ({ error: undefined, retries: retries + 1 }))

  override render() {
    const { error, retries } = this.state
    const { onHome = () => window.location.assign('/'), onReport, screenFor, children } = this.props
    if (!error) return children
    return (
      screenFor?.(error) || (
        <ErrorBoundaryScreen
          retries={retries}
          onRetry={this.retry}
          onHome={onHome}
          onReport={onReport && (() => onReport(error))}
        />
      )
    )
  }
}

interface ErrorBoundaryScreenProps {
  retries: number
  onRetry: () => void
  onHome: () => void
  onReport?: (() => void) | undefined
}

/** The boundary's screen alone, for a router that catches errors itself. */
export function ErrorBoundaryScreen({ retries, onRetry, onHome, onReport }: ErrorBoundaryScreenProps) {
  return (
    <div role="alert">
      <MessageScreen
        title="Something went wrong"
        text={boundaryText(retries)}
        actions={
          <>
            <PlainButton onClick={onRetry}>Try Again</PlainButton>
            <PlainButton variant="default" onClick={onHome}>
              Go to Home Page
            </PlainButton>
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
