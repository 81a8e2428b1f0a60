import { useEffect, useState } from 'react'

/** The current instant (ISO 8601), updated every half minute so that deadlines stay current. */
export function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
