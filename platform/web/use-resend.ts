import { onlineManager } from '@tanstack/react-query'
import { useEffect } from 'react'

const AGAIN_MS = 5_000

/** Sends what waits on the device again every five seconds, and when the connection returns, for as long as it waits. `send` may reject. */
export function useResend(isWaiting: boolean, send: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isWaiting) return undefined
    const again = (): void => void send().catch(() => undefined)
    const timer = setInterval(again, AGAIN_MS)
    const stop = onlineManager.subscribe(again)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isWaiting, send])
}
