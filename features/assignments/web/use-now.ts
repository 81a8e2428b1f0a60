import { useEffect, useState } from 'react'

/** The instant it is (ISO 8601), told again every half minute: what has a deadline never stands there as if it had none. */
export function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
